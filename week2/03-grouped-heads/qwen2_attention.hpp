#ifndef TINY_LLM_QWEN2_ATTENTION_HPP
#define TINY_LLM_QWEN2_ATTENTION_HPP

#include <utility>

#include "tiny_llm/linear.hpp"
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week2/02-rope/rope.hpp"
#include "week2/03-grouped-heads/grouped_query_attention.hpp"
#include "week2/03-grouped-heads/kv_cache.hpp"

namespace tiny_llm {

/// The attention layer of Qwen2: projections, RoPE on queries and keys, a cache, and grouped heads.
///
///     q = rope(q_proj(x)), k = rope(k_proj(x)), v = v_proj(x)                    as rows of heads of D numbers
///     y = o_proj(grouped_query_attention(q, all keys, all values))               all: those in the cache, k and v included
///
/// Source: Hugging Face's Qwen2Attention.
struct Qwen2Attention {
    /// num_heads            H, at least one
    /// num_key_value_heads  H_kv, which divides H
    /// head_dim             D, even; H D need not be E
    /// q_proj, k_proj, v_proj   to H D, H_kv D and H_kv D, in Qwen2 each with a bias
    /// o_proj               from H D to E, in Qwen2 without one
    ///
    /// Throws std::invalid_argument unless H_kv divides H.
    Qwen2Attention(std::size_t num_heads, std::size_t num_key_value_heads, std::size_t head_dim, Linear q_proj,
                   Linear k_proj, Linear v_proj, Linear o_proj)
        : num_heads(num_heads),
          num_key_value_heads(num_key_value_heads),
          head_dim(head_dim),
          q_proj(std::move(q_proj)),
          k_proj(std::move(k_proj)),
          v_proj(std::move(v_proj)),
          o_proj(std::move(o_proj)) {
        if (num_key_value_heads == 0 || num_heads % num_key_value_heads != 0) {
            throw std::invalid_argument("Qwen2Attention: " + std::to_string(num_heads) + " heads over " +
                                        std::to_string(num_key_value_heads));
        }
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
    Linear q_proj;  // L x E to L x H D
    Linear k_proj;  // L x E to L x H_kv D
    Linear v_proj;  // L x E to L x H_kv D
    Linear o_proj;  // L x H D to L x E
};

}  // namespace tiny_llm

#endif
