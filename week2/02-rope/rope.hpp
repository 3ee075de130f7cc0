#ifndef TINY_LLM_ROPE_HPP
#define TINY_LLM_ROPE_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week2/02-rope/rope_tables.hpp"

namespace tiny_llm {

/// Rotary position embedding: turns the pairs (x[i], x[i + D/2]) of each head by the angles of the row's position. A query and
/// a key then meet at an angle that depends only on their distance.
///
///     y[i]       = x[i] cos[p, i] - x[i + D/2] sin[p, i]         i < D/2; row r is at position p = offset + r
///     y[i + D/2] = x[i + D/2] cos[p, i] + x[i] sin[p, i]
///
/// x        L x H x D, float32, may have no rows; not modified
/// tables   what rope_tables gives: positions x D/2
/// offset   the position of the first row
/// returns  L x H x D, float32, evaluated
///
/// Throws std::invalid_argument unless x has three axes, the last one twice as wide as the tables, and offset + L is at most
/// `positions`.
///
/// Source: Su et al. 2021, arXiv:2104.09864; Hugging Face's apply_rotary_pos_emb, which pairs the halves.
Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset);

}  // namespace tiny_llm

#endif
