#ifndef TINY_LLM_QWEN3_ATTENTION_HPP
#define TINY_LLM_QWEN3_ATTENTION_HPP

#include <utility>

#include "tiny_llm/linear.hpp"
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week2/02-rope/rope.hpp"
#include "week2/03-grouped-heads/grouped_query_attention.hpp"
#include "week2/03-grouped-heads/kv_cache.hpp"

namespace tiny_llm {

/// The attention layer of Qwen3: like Qwen2's, but without biases, and with each head of q and of k normalized by itself before
/// it is turned.
///
///     q = rope(q_norm(q_proj(x))), k = rope(k_norm(k_proj(x))), v = v_proj(x)    as rows of heads of D numbers
///     y = o_proj(grouped_query_attention(q, all keys, all values))               all: those in the cache, k and v included
///
/// Source: Hugging Face's Qwen3Attention; Qwen3 Technical Report, arXiv:2505.09388, section 2.
struct Qwen3Attention {
    /// num_heads            H, at least one
    /// num_key_value_heads  H_kv, which divides H
    /// head_dim             D, even; H D need not be E
    /// q_proj, k_proj, v_proj   to H D, H_kv D and H_kv D, without biases
    /// o_proj               from H D to E, without a bias
    /// q_norm, k_norm       over the D numbers of a head
    ///
    /// Throws std::invalid_argument unless H_kv divides H and both norms have the dim D.
    Qwen3Attention(std::size_t num_heads, std::size_t num_key_value_heads, std::size_t head_dim, Linear q_proj,
                   Linear k_proj, Linear v_proj, Linear o_proj, RMSNorm q_norm, RMSNorm k_norm)
        : num_heads(num_heads),
          num_key_value_heads(num_key_value_heads),
          head_dim(head_dim),
          q_proj(std::move(q_proj)),
          k_proj(std::move(k_proj)),
          v_proj(std::move(v_proj)),
          o_proj(std::move(o_proj)),
          q_norm(std::move(q_norm)),
          k_norm(std::move(k_norm)) {
        if (num_key_value_heads == 0 || num_heads % num_key_value_heads != 0) {
            throw std::invalid_argument("Qwen3Attention: " + std::to_string(num_heads) + " heads over " +
                                        std::to_string(num_key_value_heads));
        }
        require_shape("Qwen3Attention", "q_norm's weight", this->q_norm.weight, {head_dim});
        require_shape("Qwen3Attention", "k_norm's weight", this->k_norm.weight, {head_dim});
    }

    /// x        L x E, float32, may have no rows: the positions after those in the cache; not modified
    /// tables   what rope_tables gives for D
    /// cache    of H_kv heads of D numbers; gets the L keys, turned by RoPE, and the L values
    /// returns  L x E, float32, evaluated
    ///
    /// Throws std::invalid_argument unless x has two axes, the tables have D/2 columns and a row for each position, and the
    /// cache has room for L more of H_kv x D. The cache is then unchanged.
    Tensor operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const;

    std::size_t num_heads;
    std::size_t num_key_value_heads;
    std::size_t head_dim;
    Linear q_proj;   // L x E to L x H D
    Linear k_proj;   // L x E to L x H_kv D
    Linear v_proj;   // L x E to L x H_kv D
    Linear o_proj;   // L x H D to L x E
    RMSNorm q_norm;  // of each head
    RMSNorm k_norm;
};

}  // namespace tiny_llm

#endif
