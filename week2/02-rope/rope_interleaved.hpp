#ifndef TINY_LLM_ROPE_INTERLEAVED_HPP
#define TINY_LLM_ROPE_INTERLEAVED_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week2/02-rope/rope_tables.hpp"

namespace tiny_llm {

/// Rotary position embedding with neighbours as pairs, (x[2i], x[2i + 1]): as in the paper and in Llama's original weights.
///
///     y[2i]     = x[2i] cos[p, i] - x[2i + 1] sin[p, i]          i < D/2; row r is at position p = offset + r
///     y[2i + 1] = x[2i + 1] cos[p, i] + x[2i] sin[p, i]
///
/// x        L x H x D, float32, may have no rows; not modified
/// tables   what rope_tables gives: positions x D/2
/// offset   the position of the first row
/// returns  L x H x D, float32, evaluated
///
/// Throws std::invalid_argument unless x has three axes, the last one twice as wide as the tables, and offset + L is at most
/// `positions`.
///
/// Source: Su et al. 2021, arXiv:2104.09864, 3.4.2; apply_rotary_emb in Llama's model.py.
Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset);

}  // namespace tiny_llm

#endif
