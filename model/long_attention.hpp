#pragma once

#include "model/stored.hpp"
#include "week2/03-grouped-heads/qwen2_attention.hpp"
#include "week2/03-grouped-heads/qwen3_attention.hpp"

namespace tiny_llm {

/// From so many rows on, a table of the scores of all of them is slower than tiles are, and takes far more memory.
constexpr std::size_t long_from = 64;

/// What `layer` gives, with the exercises `flash_attention` and `merge_attention` in the place of its own attention: the table of
/// all scores never exists. What the cache holds already, and what x adds to it, are two parts, since every row sees all of
/// the first.
///
/// kept_as   q8_0 for a block_cache (model/block_cache.hpp): then some of the old keys at a time become numbers again, and those of
///           x do too, so that it makes no difference in how many pieces a text is read
Tensor long_attention(const Qwen2Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache,
                      DType kept_as = DType::float32);
Tensor long_attention(const Qwen3Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache,
                      DType kept_as = DType::float32);

}  // namespace tiny_llm
