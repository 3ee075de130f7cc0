#ifndef TINY_LLM_SOFTSIGN_HPP
#define TINY_LLM_SOFTSIGN_HPP

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies softsign, elementwise.
///
///     softsign(x) = x / (1 + |x|)
///
/// x        N.. x D, float32, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated
///
/// Source: PyTorch's torch.nn.functional.softsign.
Tensor softsign(const Tensor& x);

}  // namespace tiny_llm

#endif
