#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/config.hpp"
#include "model/stored.hpp"
#include "model/weights.hpp"
#include "week2/03-grouped-heads/qwen2_attention.hpp"
#include "week2/04-model/qwen2.hpp"

namespace tiny_llm {

/// A model that can be asked, and what its config says of it.
struct LanguageModel {
    /// A cache for each layer, empty.
    std::vector<KVCache> new_cache() const;

    /// Of all caches, for each position.
    std::size_t cache_bytes() const;

    Config config;
    DType cache_as;         // float32 or q8_0
    std::size_t positions;  // how long a text may become
    std::size_t bytes;      // of its weights
    Qwen2 qwen2;
};

/// Which of two exercises that do the same is asked: `pre_norm_block` of week 1 or `decoder_layer` of week 2.
enum class LayerBy { decoder_layer, pre_norm_block };

/// Which exercises are asked where several would do.
struct By {
    By(LayerBy layer = LayerBy::decoder_layer, bool tiles = true, DType cache_as = DType::float32)
        : layer(layer), tiles(tiles), cache_as(cache_as) {}
    LayerBy layer;
    bool tiles;      // for many rows at once, flash_attention and merge_attention (model/long_attention.hpp)
    DType cache_as;  // with q8_0 these two for all rows, and a block_cache (model/block_cache.hpp); not with `batched`
    /// The attention of layer i in their place, where a pass has rows of several texts (model/paged.hpp).
    std::function<Layer(std::size_t i, const Qwen2Attention&)> batched = {};
};

/// A Qwen2, a Qwen3 (which has norms of its own on queries and keys) or a Llama (which has no biases), out of the exercises.
/// `pre_norm_block` takes a Qwen2MLP and so can be asked only where the weights are in memory.
///
/// kept_as   what the matrices are turned into; none keeps them as they are in the file
///
/// Throws ModelError naming the tensor that is missing or has another shape than config gives it, or where by.cache_as has blocks
/// that would go beyond a head.
///
/// Source: Hugging Face's Qwen2ForCausalLM and Qwen3ForCausalLM, whose names the tensors in the file have.
LanguageModel load_model(const Config& config, const StoredTensors& tensors, Weights weights, std::size_t positions,
                         const By& by = {}, std::optional<DType> kept_as = std::nullopt);

}  // namespace tiny_llm
