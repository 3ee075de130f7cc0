#include "model/load.hpp"

#include <map>

#include "model/block_cache.hpp"
#include "model/error.hpp"
#include "model/long_attention.hpp"
#include "model/quantize.hpp"
#include "week1/04-fusion/pre_norm_block.hpp"
#include "week2/02-rope/rope_tables.hpp"

namespace tiny_llm {
namespace {

/// The parts of a model as its files name them.
class Loader {
public:
    Loader(const Config& config, const StoredTensors& tensors, Weights weights, const By& by,
           std::optional<DType> kept_as)
        : config_(config), tensors_(tensors), weights_(weights), by_(by), kept_as_(kept_as) {}

    StoredTensor embed_tokens() {
        // Some files keep a table that is tied to the head under the head's name alone.
        const bool under_head = config_.tie_word_embeddings && !tensors_.contains("model.embed_tokens.weight") &&
                                tensors_.contains("lm_head.weight");
        return matrix(under_head ? "lm_head" : "model.embed_tokens", config_.vocab_size, config_.hidden_size);
    }

    Linear lm_head() {
        if (!config_.tie_word_embeddings) return linear("lm_head", config_.vocab_size, config_.hidden_size, false);
        return linear_of(embed_tokens(), std::nullopt, weights_);
    }

    RMSNorm norm(const std::string& name, std::size_t dim) {
        return {dim, vector(name + ".weight", dim), config_.rms_norm_eps};
    }

    Layer layer(std::size_t index) {
        const std::string prefix = "model.layers." + std::to_string(index) + ".";
        DecoderLayer layer{norm(prefix + "input_layernorm", config_.hidden_size),
                           attention(prefix + "self_attn.", index),
                           norm(prefix + "post_attention_layernorm", config_.hidden_size), nullptr};
        const StoredTensor gate = matrix(prefix + "mlp.gate_proj", config_.intermediate_size, config_.hidden_size);
        const StoredTensor up = matrix(prefix + "mlp.up_proj", config_.intermediate_size, config_.hidden_size);
        const StoredTensor down = matrix(prefix + "mlp.down_proj", config_.hidden_size, config_.intermediate_size);
        if (by_.layer == LayerBy::pre_norm_block) {
            const auto mlp = qwen2_mlp_of(gate, up, down);
            return checked("pre_norm_block", [layer, mlp](const Tensor& x, const RopeTables& tables, KVCache& cache) {
                const auto attention = [&](const Tensor& normed) { return layer.self_attn(normed, tables, cache); };
                return pre_norm_block(x, attention, layer.input_layernorm, layer.post_attention_layernorm, *mlp);
            });
        }
        layer.mlp = mlp_of(gate, up, down, weights_);
        return checked("decoder_layer", layer);
    }

    std::size_t bytes() const { return bytes_; }  // of what it has read

private:
    Layer checked(const char* part, const Layer& layer) const {
        return [part, layer, e = config_.hidden_size](const Tensor& x, const RopeTables& tables, KVCache& cache) {
            return returned(part, layer(x, tables, cache), x.shape(0), e);
        };
    }

    /// The table is asked for twice where the head is tied to it.
    const StoredTensor& matrix(const std::string& name, std::size_t out, std::size_t in) {
        if (const auto found = matrices_.find(name); found != matrices_.end()) return found->second;
        const StoredTensor& in_file = tensors_.get(name + ".weight", {out, in});
        const StoredTensor& kept =
            matrices_.emplace(name, kept_as_ ? stored_as(tensors_, in_file, *kept_as_) : in_file).first->second;
        bytes_ += kept.bytes();
        return kept;
    }

    Tensor vector(const std::string& name, std::size_t length) {
        const StoredTensor& stored = tensors_.get(name, {length});
        bytes_ += stored.bytes();
        return to_tensor(stored);
    }

    Linear linear(const std::string& name, std::size_t out, std::size_t in, bool has_bias) {
        const StoredTensor weight = matrix(name, out, in);
        std::optional<Tensor> bias;
        if (has_bias) bias = vector(name + ".bias", out);
        return linear_of(weight, bias, weights_);
    }

    Layer attention(const std::string& prefix, std::size_t index) {
        const std::size_t e = config_.hidden_size, dim = config_.head_dim;
        const std::size_t queries = config_.num_attention_heads * dim, keys = config_.num_key_value_heads * dim;
        // One by one: what does not fit is named in the file's order.
        const Linear q = linear(prefix + "q_proj", queries, e, config_.qkv_bias);
        const Linear k = linear(prefix + "k_proj", keys, e, config_.qkv_bias);
        const Linear v = linear(prefix + "v_proj", keys, e, config_.qkv_bias);
        const Linear o = linear(prefix + "o_proj", e, queries, config_.o_bias);
        const std::size_t heads = config_.num_attention_heads, kv_heads = config_.num_key_value_heads;
        if (by_.batched) {
            Linear query = q, key = k;
            if (config_.qk_norm) {
                query = normed(q, norm(prefix + "q_norm", dim));
                key = normed(k, norm(prefix + "k_norm", dim));
            }
            return checked("batched_attention",
                           by_.batched(index, Qwen2Attention(heads, kv_heads, dim, query, key, v, o)));
        }
        if (!config_.qk_norm) return attention_of("qwen2_attention", Qwen2Attention(heads, kv_heads, dim, q, k, v, o));
        return attention_of("qwen3_attention",
                            Qwen3Attention(heads, kv_heads, dim, q, k, v, o, norm(prefix + "q_norm", dim),
                                           norm(prefix + "k_norm", dim)));
    }

    /// Qwen3's queries or keys: each head is normalized by itself.
    static Linear normed(const Linear& projection, const RMSNorm& norm) {
        return [projection, norm](const Tensor& x) {
            Tensor y = projection(x);
            const std::size_t rows = y.shape(0), columns = y.shape(1);
            y.reshape({rows * columns / norm.dim, norm.dim});
            y = returned("rms_norm", norm(y), rows * columns / norm.dim, norm.dim);
            y.reshape({rows, columns});
            return y;
        };
    }

    template <class Attention>
    Layer attention_of(const char* part, const Attention& attention) const {
        if (by_.cache_as == DType::q8_0) {
            return checked(part, [attention](const Tensor& x, const RopeTables& tables, KVCache& cache) {
                return long_attention(attention, x, tables, cache, DType::q8_0);
            });
        }
        if (!by_.tiles) return checked(part, attention);
        return checked(part, [attention](const Tensor& x, const RopeTables& tables, KVCache& cache) {
            return x.shape(0) < long_from ? attention(x, tables, cache) : long_attention(attention, x, tables, cache);
        });
    }

    const Config& config_;
    const StoredTensors& tensors_;
    Weights weights_;
    By by_;
    std::optional<DType> kept_as_;
    std::map<std::string, StoredTensor> matrices_;
    std::size_t bytes_ = 0;
};

}  // namespace

std::vector<KVCache> LanguageModel::new_cache() const {
    std::vector<KVCache> cache;
    cache.reserve(config.num_hidden_layers);  // a copy would touch all of a cache's memory, which is for long texts
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) {
        if (cache_as == DType::q8_0) {
            cache.push_back(block_cache(positions, config.num_key_value_heads, config.head_dim));
        } else {
            cache.emplace_back(positions, config.num_key_value_heads, config.head_dim);
        }
    }
    return cache;
}

std::size_t LanguageModel::cache_bytes() const {
    const BlockSize block = block_of(cache_as);
    return 2 * config.num_hidden_layers * config.num_key_value_heads * config.head_dim / block.elements * block.bytes;
}

LanguageModel load_model(const Config& config, const StoredTensors& tensors, Weights weights, std::size_t positions,
                         const By& by, std::optional<DType> kept_as) {
    if (config.head_dim % block_of(by.cache_as).elements != 0) {
        throw ModelError("--cache q8_0: a head of this model has " + std::to_string(config.head_dim) +
                         " numbers, no whole blocks of 32");
    }
    Loader loader(config, tensors, weights, by, kept_as);
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < config.num_hidden_layers; ++i) layers.push_back(loader.layer(i));
    // The angles come last: by now the tensors' shapes have shown that config's sizes are true.
    Qwen2 qwen2{embedding_of(loader.embed_tokens(), weights), std::move(layers),
                loader.norm("model.norm", config.hidden_size), loader.lm_head(),
                rope_tables(config.head_dim, positions, config.rope_theta)};
    return {config, by.cache_as, positions, loader.bytes(), std::move(qwen2)};
}

}  // namespace tiny_llm
