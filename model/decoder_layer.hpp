#pragma once

#include <variant>

#include "model/attention.hpp"
#include "model/kv_cache.hpp"
#include "model/linear_layer.hpp"
#include "model/rotary_embedding.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"

namespace tiny_llm {

/// Qwen2MLP with its weights left where they lie in the file.
struct StoredQwen2MLP {
    Tensor operator()(const Tensor& x) const;

    Linear gate_proj;  // (I, E)
    Linear up_proj;    // (I, E)
    Linear down_proj;  // (E, I)
};

/// One layer of Qwen2: norm, attention, add; norm, MLP, add. With the MLP in memory it is the exercise
/// `pre_norm_block`, which calls the exercises `rms_norm` and `qwen2_mlp`.
///
/// Source: Hugging Face's Qwen2DecoderLayer.
struct Qwen2DecoderLayer {
    /// x        L x E, float32
    /// returns  L x E, float32
    Tensor operator()(const Tensor& x, const Qwen2RotaryEmbedding& rotary_emb, KVCache& cache) const;

    RMSNorm input_layernorm;
    Qwen2Attention self_attn;
    RMSNorm post_attention_layernorm;
    std::variant<Qwen2MLP, StoredQwen2MLP> mlp;
};

}  // namespace tiny_llm
