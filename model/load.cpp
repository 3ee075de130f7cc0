#include "model/load.hpp"

namespace tiny_llm {

StoredTensor Loader::embed_tokens() const {
    // Some files keep a table that is tied to the head under the head's name alone.
    const bool under_head = config_.tie_word_embeddings && !tensors_.contains("model.embed_tokens.weight") &&
                            tensors_.contains("lm_head.weight");
    return tensors_.get(under_head ? "lm_head.weight" : "model.embed_tokens.weight",
                        {config_.vocab_size, config_.hidden_size});
}

Linear Loader::linear(const std::string& name, std::size_t out, std::size_t in, bool bias, bool in_memory) const {
    const StoredTensor& stored = tensors_.get(name + ".weight", {out, in});
    Linear result;
    if (in_memory) {
        result.weight = to_tensor(stored);
    } else {
        result.weight = stored;
    }
    if (bias) result.bias = to_tensor(tensors_.get(name + ".bias", {out}));
    return result;
}

RMSNorm Loader::norm(const std::string& name) const {
    return {config_.hidden_size, to_tensor(tensors_.get(name + ".weight", {config_.hidden_size})),
            config_.rms_norm_eps};
}

std::variant<Qwen2MLP, StoredQwen2MLP> Loader::mlp(const std::string& prefix) const {
    const std::size_t e = config_.hidden_size, i = config_.intermediate_size;
    if (placement_.mlp_in_memory) {
        return Qwen2MLP(e, i, to_tensor(tensors_.get(prefix + "gate_proj.weight", {i, e})),
                        to_tensor(tensors_.get(prefix + "up_proj.weight", {i, e})),
                        to_tensor(tensors_.get(prefix + "down_proj.weight", {e, i})));
    }
    return StoredQwen2MLP{linear(prefix + "gate_proj", i, e, false, false),
                          linear(prefix + "up_proj", i, e, false, false),
                          linear(prefix + "down_proj", e, i, false, false)};
}

Qwen2DecoderLayer Loader::layer(std::size_t index) const {
    const std::string prefix = "model.layers." + std::to_string(index) + ".";
    const std::string attention = prefix + "self_attn.";
    const std::size_t e = config_.hidden_size;
    const std::size_t queries = config_.num_attention_heads * config_.head_dim;
    const std::size_t keys = config_.num_key_value_heads * config_.head_dim;
    const bool in_memory = placement_.linear_in_memory;
    return {norm(prefix + "input_layernorm"),
            {config_.head_dim, linear(attention + "q_proj", queries, e, config_.qkv_bias, in_memory),
             linear(attention + "k_proj", keys, e, config_.qkv_bias, in_memory),
             linear(attention + "v_proj", keys, e, config_.qkv_bias, in_memory),
             linear(attention + "o_proj", e, queries, config_.o_bias, in_memory)},
            norm(prefix + "post_attention_layernorm"),
            mlp(prefix + "mlp.")};
}

Linear Loader::lm_head() const {
    if (!config_.tie_word_embeddings) {
        return linear("lm_head", config_.vocab_size, config_.hidden_size, false, placement_.linear_in_memory);
    }
    if (placement_.linear_in_memory) return {to_tensor(embed_tokens()), std::nullopt};
    return {embed_tokens(), std::nullopt};
}

}  // namespace tiny_llm
