#pragma once

#include <vector>

#include "model/config.hpp"
#include "model/decoder_layer.hpp"
#include "model/kv_cache.hpp"
#include "model/safetensors.hpp"
#include "model/token.hpp"

namespace tiny_llm {

class Loader;

/// Where the matrices are kept. In the file, they take no memory of ours, but the exercises, which work on Tensors,
/// cannot be asked. Norms and biases are always in memory.
struct Placement {
    bool linear_in_memory = true;  // of attention and of the head: the exercise `linear` multiplies
    bool mlp_in_memory = true;     // the exercises `qwen2_mlp` and `pre_norm_block` run
};

/// Qwen2 (and Llama, which differs by its biases): embedding, layers, norm, head.
///
/// Source: Hugging Face's Qwen2ForCausalLM, whose names the tensors in the file have.
class Qwen2ForCausalLM {
public:
    /// `positions`: how long a text may become. Throws ModelError naming the tensor that is missing or has another shape
    /// than config gives it.
    Qwen2ForCausalLM(const Config& config, const SafeTensors& tensors, Placement placement, std::size_t positions);

    const Config& config() const { return config_; }

    /// A cache for each layer, empty.
    std::vector<KVCache> new_cache() const;

    /// Which token follows? Adds the positions to the cache.
    ///
    /// ids             L tokens, at least one, which follow those in the cache
    /// logits_to_keep  for how many of the last positions; 0 for all, as in Hugging Face
    /// returns         logits_to_keep x V, float32
    ///
    /// Throws std::invalid_argument for no ids, an id that is not below V, or more positions than there is room for.
    Tensor operator()(const std::vector<TokenId>& ids, std::vector<KVCache>& cache,
                      std::size_t logits_to_keep = 1) const;

private:
    Qwen2ForCausalLM(const Config& config, const Loader& loader, std::size_t positions);

    Config config_;
    std::size_t positions_;
    StoredTensor embed_tokens_;  // (V, E)
    std::vector<Qwen2DecoderLayer> layers_;
    RMSNorm norm_;
    Linear lm_head_;                   // (V, E)
    Qwen2RotaryEmbedding rotary_emb_;  // the last: by now the tensors' shapes have shown that config's sizes are true
};

}  // namespace tiny_llm
