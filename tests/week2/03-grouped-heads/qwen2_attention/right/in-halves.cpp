#include "qwen2_attention.hpp"

namespace tiny_llm {

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    if (L > 1) {
        // A text in two pieces is the same text. All is asked before the first changes the cache.
        require_shapes(cache.keys.dimension() == 3 && cache.keys.shape(1) == num_key_value_heads &&
                           cache.keys.shape(2) == head_dim && L <= cache.keys.shape(0) - cache.length,
            "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
        require_shapes(2 * tables.cos.shape(1) == head_dim && cache.length + L <= tables.cos.shape(0), "Qwen2Attention",
            "x", x, "the tables", tables.cos);
        auto first = xt::range(std::size_t{0}, L / 2), second = xt::range(L / 2, L);
        Tensor y = x;
        xt::view(y, first) = (*this)(xt::view(x, first), tables, cache);
        xt::view(y, second) = (*this)(xt::view(x, second), tables, cache);
        return y;
    }
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

}  // namespace tiny_llm
