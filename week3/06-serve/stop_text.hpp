#ifndef TINY_LLM_STOP_TEXT_HPP
#define TINY_LLM_STOP_TEXT_HPP

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies stop_text, elementwise.
///
///     stop_text(x) = x / (1 + |x|)
///
/// x        N.. x D, float32, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated
///
/// Source: PyTorch's torch.nn.functional.softsign.
Tensor stop_text(const Tensor& x);

}  // namespace tiny_llm

#endif
