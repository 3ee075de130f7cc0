#ifndef TINY_LLM_ROPE_TABLES_HPP
#define TINY_LLM_ROPE_TABLES_HPP

#include <stdexcept>
#include <string>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// What RoPE turns by: the cosine and the sine of the angle of every pair at every position.
struct RopeTables {
    Tensor cos;  // positions x D/2
    Tensor sin;  // positions x D/2
};

/// Pair i at position p is turned by the angle p * theta^(-2i/D).
///
///     cos[p, i] = cos(p * theta^(-2i/D))         likewise for sin
///
/// head_dim   D, even; may be 0
/// positions  the tables have rows for positions 0 to positions - 1; may be 0
/// theta      the base: 10,000 in the paper, 1,000,000 in Qwen2
/// returns    positions x D/2 each, float32, evaluated. Angles, cosines and sines are computed in double and rounded once
///            at the end
///
/// Throws std::invalid_argument when head_dim is odd.
///
/// Source: Su et al. 2021, arXiv:2104.09864, 3.4.2; Hugging Face's Qwen2RotaryEmbedding, which computes in float32.
RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta);

}  // namespace tiny_llm

#endif
