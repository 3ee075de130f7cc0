#ifndef TINY_LLM_ADD_RMS_NORM_HPP
#define TINY_LLM_ADD_RMS_NORM_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

template <class T>
struct BasicAddRMSNormResult {
    BasicTensor<T> normalized;
    BasicTensor<T> residual;
};

using AddRMSNormResult = BasicAddRMSNormResult<float>;

/// Adds x to the residual stream and normalizes the sum, in one function.
///
///     residual'  = x + residual
///     normalized = residual' / sqrt(mean(residual'^2) + eps) * weight
///
/// x         N.. x D, float32, may have zero rows; not modified
/// residual  the shape of x, float32; not modified
/// weight    (D,), float32
/// eps       added to the mean square, inside the root
/// returns   both, of the shape of x, float32, evaluated
///
/// Throws std::invalid_argument unless residual has the shape of x and weight is (D,).
///
/// Source: nano-vllm's RMSNorm.add_rms_forward.
AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps);

/// The same in bfloat16. The sum is computed in float32; the norm is taken of that sum, before it is rounded to become
/// the new residual. The normalized row may be rounded before the weight or after it.
BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                                             const BasicTensor<bfloat16>& weight, float eps);

}  // namespace tiny_llm

#endif
