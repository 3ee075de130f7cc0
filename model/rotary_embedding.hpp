#pragma once

#include <cstddef>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Rotary position embedding (RoPE): position m turns the pair (x[i], x[i + D/2]) by the angle m * theta^(-2i/D).
/// A query and a key then meet at an angle that depends on their distance alone.
///
///     y[i]       = x[i] cos - x[i + D/2] sin
///     y[i + D/2] = x[i + D/2] cos + x[i] sin          i < D/2
///
/// Source: Su et al. 2021, arXiv:2104.09864; Hugging Face's Qwen2RotaryEmbedding and rotate_half, which pair the
/// halves. (The paper pairs neighbours; weights trained for one do not fit the other.)
class Qwen2RotaryEmbedding {
public:
    /// head_dim   D, even
    /// positions  angles are computed for positions 0 to positions - 1
    /// theta      the base; 10,000 in the paper, 1,000,000 in Qwen2
    Qwen2RotaryEmbedding(std::size_t head_dim, std::size_t positions, float theta);

    /// x        L x H x D, float32, row i at position offset + i; left as it was
    /// returns  L x H x D, float32
    ///
    /// Throws std::invalid_argument when x has other axes, or a position is not below `positions`.
    Tensor operator()(const Tensor& x, std::size_t offset) const;

private:
    Tensor cos_, sin_;  // positions x D/2
};

}  // namespace tiny_llm
