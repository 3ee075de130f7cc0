#include "model/qwen2.hpp"

#include <stdexcept>

#include "model/embedding.hpp"
#include "model/load.hpp"

namespace tiny_llm {
namespace {

std::vector<Qwen2DecoderLayer> all_layers(const Config& config, const Loader& loader) {
    std::vector<Qwen2DecoderLayer> layers;
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) layers.push_back(loader.layer(i));
    return layers;
}

}  // namespace

Qwen2ForCausalLM::Qwen2ForCausalLM(const Config& config, const SafeTensors& tensors, Placement placement,
                                   std::size_t positions)
    : Qwen2ForCausalLM(config, Loader(tensors, config, placement), positions) {}

Qwen2ForCausalLM::Qwen2ForCausalLM(const Config& config, const Loader& loader, std::size_t positions)
    : config_(config),
      positions_(positions),
      embed_tokens_(loader.embed_tokens()),
      layers_(all_layers(config, loader)),
      norm_(loader.norm("model.norm")),
      lm_head_(loader.lm_head()),
      rotary_emb_(config.head_dim, positions, config.rope_theta) {}

std::vector<KVCache> Qwen2ForCausalLM::new_cache() const {
    std::vector<KVCache> cache;
    cache.reserve(config_.num_hidden_layers);  // a copy would touch all of a cache's memory, which is for long texts
    for (std::size_t i = 0; i < config_.num_hidden_layers; ++i) {
        cache.emplace_back(positions_, config_.num_key_value_heads, config_.head_dim);
    }
    return cache;
}

Tensor Qwen2ForCausalLM::operator()(const std::vector<TokenId>& ids, std::vector<KVCache>& cache,
                                    std::size_t logits_to_keep) const {
    if (ids.empty()) throw std::invalid_argument("Qwen2ForCausalLM: no tokens");
    Tensor hidden = embedding(ids, embed_tokens_);
    for (std::size_t i = 0; i < layers_.size(); ++i) hidden = layers_[i](hidden, rotary_emb_, cache.at(i));
    // Norm and head work on each position by itself, and only the last is asked for.
    if (logits_to_keep > 0 && logits_to_keep < ids.size()) {
        const Tensor last = xt::view(hidden, xt::range(ids.size() - logits_to_keep, ids.size()), xt::all());
        hidden = last;
    }
    return lm_head_(norm_(hidden));
}

}  // namespace tiny_llm
