#ifndef TINY_LLM_SILU_HPP
#define TINY_LLM_SILU_HPP

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies the sigmoid linear unit, elementwise.
///
///     silu(x) = x * sigmoid(x) = x / (1 + exp(-x))
///
/// x        N.. x D, float32, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated; finite for x within +-100, where exp alone is not
///
/// Source: Elfwing, Uchibe, Doya 2018, arXiv:1702.03118; PyTorch's torch.nn.functional.silu.
Tensor silu(const Tensor& x);

}  // namespace tiny_llm

#endif
