#ifndef TINY_LLM_FAST_SILU_HPP
#define TINY_LLM_FAST_SILU_HPP

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies SiLU, elementwise, into a tensor that the caller keeps.
///
///     out = x / (1 + exp(-x))
///
/// x    N.. x D, float32, may have zero rows; not modified
/// out  a tensor other than x, of any shape, with any numbers in it; afterwards it has the shape of x. If it has
///      that shape already, nothing needs to be allocated
///
/// The numbers are those of `silu`, to the same tolerance, and finite for x within +-100.
void fast_silu(const Tensor& x, Tensor& out);

}  // namespace tiny_llm

#endif
