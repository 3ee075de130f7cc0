#ifndef TINY_LLM_QUANTIZE_Q8_0_HPP
#define TINY_LLM_QUANTIZE_Q8_0_HPP

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies quantize_q8_0, elementwise.
///
///     quantize_q8_0(x) = x / (1 + |x|)
///
/// x        N.. x D, float32, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated
///
/// Source: PyTorch's torch.nn.functional.softsign.
Tensor quantize_q8_0(const Tensor& x);

}  // namespace tiny_llm

#endif
