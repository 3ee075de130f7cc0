#include "model/decoder_layer.hpp"

#include <cmath>

#include "week1/04-fusion/pre_norm_block.hpp"

namespace tiny_llm {

Tensor StoredQwen2MLP::operator()(const Tensor& x) const {
    Tensor gated = gate_proj(x);
    const Tensor up = up_proj(x);
    for (std::size_t i = 0; i < gated.size(); ++i) {
        float& gate = gated.data()[i];
        gate = gate / (1.0f + std::exp(-gate)) * up.data()[i];
    }
    return down_proj(gated);
}

Tensor Qwen2DecoderLayer::operator()(const Tensor& x, const Qwen2RotaryEmbedding& rotary_emb, KVCache& cache) const {
    const auto attention = [&](const Tensor& normed) { return self_attn(normed, rotary_emb, cache); };
    if (const auto* in_memory = std::get_if<Qwen2MLP>(&mlp)) {
        return pre_norm_block(x, attention, input_layernorm, post_attention_layernorm, *in_memory);
    }
    const Tensor h = x + attention(input_layernorm(x));
    return h + std::get<StoredQwen2MLP>(mlp)(post_attention_layernorm(h));
}

}  // namespace tiny_llm
