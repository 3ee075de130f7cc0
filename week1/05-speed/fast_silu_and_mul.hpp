#ifndef TINY_LLM_FAST_SILU_AND_MUL_HPP
#define TINY_LLM_FAST_SILU_AND_MUL_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies SiLU to the first half of the last axis and multiplies it by the second half, into a tensor that the caller
/// keeps.
///
///     out = silu(x[.., :I]) * x[.., I:]
///
/// x    N.. x 2I, float32, at least one axis, may have zero rows; not modified
/// out  a tensor other than x, of any shape, with any numbers in it; afterwards N.. x I
///
/// Throws std::invalid_argument when the last axis has an odd length.
void fast_silu_and_mul(const Tensor& x, Tensor& out);

}  // namespace tiny_llm

#endif
