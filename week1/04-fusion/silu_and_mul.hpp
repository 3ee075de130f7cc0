#ifndef TINY_LLM_SILU_AND_MUL_HPP
#define TINY_LLM_SILU_AND_MUL_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/01-silu/silu.hpp"

namespace tiny_llm {

/// Applies SiLU to the first half of the last axis and multiplies it by the second half.
///
///     y = silu(x[.., :I]) * x[.., I:]
///
/// x        N.. x 2I, float32, at least one axis, may have zero rows; the first half is the gate, the second is up;
///          left as it was
/// returns  N.. x I, float32, evaluated
///
/// Throws std::invalid_argument when the last axis has an odd length.
///
/// Source: vLLM's and nano-vllm's SiluAndMul.
Tensor silu_and_mul(const Tensor& x);

}  // namespace tiny_llm

#endif
