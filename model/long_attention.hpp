#pragma once

#include "week2/03-grouped-heads/qwen2_attention.hpp"
#include "week2/03-grouped-heads/qwen3_attention.hpp"

namespace tiny_llm {

/// From so many rows on, a table of the scores of all of them is slower than tiles are, and takes far more memory.
constexpr std::size_t long_from = 64;

/// What `layer` gives, with the exercises `flash_attention` and `merge_attention` in the place of its own attention: the table of
/// all scores never exists. What the cache holds already, and what x adds to it, are two parts, since every row sees all of
/// the first.
Tensor long_attention(const Qwen2Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache);
Tensor long_attention(const Qwen3Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache);

}  // namespace tiny_llm
