#pragma once

#include <cstddef>

#include "model/kv_cache.hpp"
#include "model/linear_layer.hpp"
#include "model/rotary_embedding.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Causal attention with grouped heads: each of H_kv keys serves H / H_kv queries.
///
///     y = softmax(q k^T / sqrt(D)) v          for each head; query i sees keys 0 to offset + i
///
/// query       L x H x D, float32
/// key, value  S x H_kv x D, float32, S at least offset + L; rows that no query sees are not read
/// offset      positions before the first query: 0 for a prompt, the cache's length for what follows
/// returns     L x H x D, float32
///
/// Throws std::invalid_argument when the shapes do not fit each other.
///
/// Source: Vaswani et al. 2017, arXiv:1706.03762; Ainslie et al. 2023, arXiv:2305.13245 (grouped heads); PyTorch's
/// scaled_dot_product_attention with enable_gqa.
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset);

/// The attention layer of Qwen2: projections with biases, RoPE on queries and keys, no bias on the way out.
///
/// Source: Hugging Face's Qwen2Attention.
struct Qwen2Attention {
    /// x        L x E, float32: the positions that follow those in the cache, to which they are added
    /// returns  L x E, float32
    Tensor operator()(const Tensor& x, const Qwen2RotaryEmbedding& rotary_emb, KVCache& cache) const;

    std::size_t head_dim;  // D
    Linear q_proj;         // (H * D, E)
    Linear k_proj;         // (H_kv * D, E)
    Linear v_proj;         // (H_kv * D, E)
    Linear o_proj;         // (E, H * D)
};

}  // namespace tiny_llm
