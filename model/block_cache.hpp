#pragma once

#include "week2/03-grouped-heads/kv_cache.hpp"

namespace tiny_llm {

/// A KVCache in about a quarter of the memory: a row is not numbers but the bytes of their blocks, tiny_llm/quantized.hpp's Q8Block.
/// Where to find room and how long it is are known as ever, so the parts that hand caches on need not know. Whoever reads or writes
/// one asks these functions.
///
/// head_dim   a multiple of 32
KVCache block_cache(std::size_t capacity, std::size_t num_key_value_heads, std::size_t head_dim);

/// Adds rows, L x H_kv x D, as blocks by the exercise `quantize_q8_0`: once, since a row that is there never changes.
///
/// Throws WrongResult where a number is NaN or too large for a block, or where the exercise returns another number of blocks;
/// std::invalid_argument where there is no room. The cache is then unchanged.
void append_blocks(KVCache& cache, const Tensor& key, const Tensor& value);

/// Rows first to last - 1 of a block_cache's keys or values, as float32.
///
/// returns   (last - first) x H_kv x D
Tensor read_blocks(const Tensor& blocks, std::size_t first, std::size_t last, std::size_t head_dim);

}  // namespace tiny_llm
