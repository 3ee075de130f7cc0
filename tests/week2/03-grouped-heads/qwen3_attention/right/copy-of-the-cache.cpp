#include "qwen3_attention.hpp"

#include <utility>

namespace tiny_llm {

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    // The cache is replaced when all has gone well.
    const std::size_t L = x.shape(0);
    KVCache next = cache;
    Tensor q = q_proj(x), k = k_proj(x), v = v_proj(x);
    q.reshape({L, num_heads, head_dim});
    k.reshape({L, num_key_value_heads, head_dim});
    v.reshape({L, num_key_value_heads, head_dim});
    next.append(rope(k_norm(k), tables, next.length), v);
    Tensor y = grouped_query_attention(rope(q_norm(q), tables, cache.length), next.keys, next.values, cache.length);
    y.reshape({L, num_heads * head_dim});
    std::swap(cache, next);
    return o_proj(y);
}

}  // namespace tiny_llm
