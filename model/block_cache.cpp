#include "model/block_cache.hpp"

#include <cstring>

#include "model/error.hpp"
#include "model/quantize.hpp"
#include "tiny_llm/clones.hpp"

namespace tiny_llm {
namespace {

std::size_t row_bytes(std::size_t numbers) { return numbers / 32 * sizeof(Q8Block); }

/// What read_elements does for a file's tensors; but this runs in each layer for each token, so it is compiled to be fast.
TINY_LLM_CLONES
void to_floats(const std::byte* blocks, std::size_t count, float* __restrict out) {
    for (std::size_t b = 0; b < count; ++b, out += 32) {
        Q8Block block;
        std::memcpy(static_cast<void*>(&block), blocks + b * sizeof block, sizeof block);
        const float scale = block.scale;
        for (std::size_t i = 0; i < 32; ++i) out[i] = scale * static_cast<float>(block.values[i]);
    }
}

}  // namespace

KVCache block_cache(std::size_t capacity, std::size_t num_key_value_heads, std::size_t head_dim) {
    // As many floats as hold a head's blocks.
    return {capacity, num_key_value_heads, (row_bytes(head_dim) + sizeof(float) - 1) / sizeof(float)};
}

void append_blocks(KVCache& cache, const Tensor& key, const Tensor& value) {
    const std::size_t rows = key.shape(0), numbers = key.shape(1) * key.shape(2), room = cache.keys.shape(0);
    if (rows > room - cache.length)
        throw std::invalid_argument("append_blocks: " + std::to_string(rows) + " rows after " +
                                    std::to_string(cache.length) + ", room for " + std::to_string(room));
    const auto blocks_of = [&](Tensor x) {
        x.reshape({rows, numbers});
        const auto blocks = in_q8_0(x);
        if (!blocks) throw WrongResult("", "the cache is q8_0, and a key or a value is NaN or too large for it");
        return blocks->blocks;
    };
    const std::vector<Q8Block> keys = blocks_of(key), values = blocks_of(value);
    for (const auto& [blocks, tensor] : {std::pair(&keys, &cache.keys), {&values, &cache.values}}) {
        std::memcpy(reinterpret_cast<std::byte*>(tensor->data()) + cache.length * row_bytes(numbers), blocks->data(),
                    blocks->size() * sizeof(Q8Block));
    }
    cache.length += rows;
}

Tensor read_blocks(const Tensor& blocks, std::size_t first, std::size_t last, std::size_t head_dim) {
    const std::size_t heads = blocks.shape(1), numbers = heads * head_dim;
    Tensor rows(xt::empty<float>({last - first, heads, head_dim}));
    to_floats(reinterpret_cast<const std::byte*>(blocks.data()) + first * row_bytes(numbers), rows.size() / 32,
              rows.data());
    return rows;
}

}  // namespace tiny_llm
