#ifndef TINY_LLM_RMS_NORM_LOW_PRECISION_HPP
#define TINY_LLM_RMS_NORM_LOW_PRECISION_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// RMSNorm over the last axis of a tensor in low precision, T = float16 or bfloat16.
///
///     y = x / sqrt(mean(x^2) + eps) * weight
///
/// The mean square, the root and the division are computed in float32: in float16 the square of 256 is infinite, in
/// bfloat16 a sum of 256 ones stays 256. The normalized row may be rounded to T before the weight (Hugging Face,
/// nano-vllm, tiny-llm) or after it (PyTorch); both are right.
///
/// x        N.. x D, T, may have zero rows; not modified
/// weight   (D,), T
/// eps      added to the mean square, inside the root
/// returns  N.. x D, T, evaluated
///
/// Throws std::invalid_argument unless weight is (D,).
///
/// Source: Hugging Face's Qwen2RMSNorm, PyTorch's torch.nn.RMSNorm.
template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps);

}  // namespace tiny_llm

#endif
