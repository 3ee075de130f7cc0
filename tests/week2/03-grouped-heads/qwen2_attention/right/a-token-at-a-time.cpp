#include "qwen2_attention.hpp"

namespace tiny_llm {

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    // All is asked before the first token changes the cache.
    const std::size_t L = x.shape(0), D = head_dim;
    require_shapes(cache.keys.dimension() == 3 && cache.keys.shape(1) == num_key_value_heads &&
                       cache.keys.shape(2) == head_dim && L <= cache.keys.shape(0) - cache.length,
        "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    require_shapes(2 * tables.cos.shape(1) == head_dim && cache.length + L <= tables.cos.shape(0), "Qwen2Attention",
        "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::size_t i = 0; i < L; ++i) {
        const Tensor row = xt::view(x, xt::range(i, i + 1));
        const std::size_t position = cache.length;
        const Tensor q = xt::reshape_view(q_proj(row), {std::size_t{1}, num_heads, D});
        const Tensor k = xt::reshape_view(k_proj(row), {std::size_t{1}, num_key_value_heads, D});
        const Tensor v = xt::reshape_view(v_proj(row), {std::size_t{1}, num_key_value_heads, D});
        cache.append(rope(k, tables, position), v);
        Tensor heads = grouped_query_attention(rope(q, tables, position), cache.keys, cache.values, position);
        heads.reshape({std::size_t{1}, num_heads * D});
        xt::view(y, xt::range(i, i + 1)) = o_proj(heads);
    }
    return y;
}

}  // namespace tiny_llm
