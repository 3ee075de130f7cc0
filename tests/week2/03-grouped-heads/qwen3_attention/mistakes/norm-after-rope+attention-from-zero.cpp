#include "qwen3_attention.hpp"

namespace tiny_llm {

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0);
    const auto heads = [&](Tensor rows, std::size_t count) {
        rows.reshape({L, count, head_dim});
        return rows;
    };
    Tensor q = heads(q_proj(x), num_heads), k = heads(k_proj(x), num_key_value_heads);
    q = q_norm(rope(q, tables, cache.length));
    k = k_norm(rope(k, tables, cache.length));
    cache.append(k, heads(v_proj(x), num_key_value_heads));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, 0);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

}  // namespace tiny_llm
