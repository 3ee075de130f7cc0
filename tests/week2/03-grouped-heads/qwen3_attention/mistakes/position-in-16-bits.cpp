#include "qwen3_attention.hpp"

namespace tiny_llm {

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = static_cast<std::uint16_t>(cache.length);
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(q_norm(heads(q_proj(x))), tables, offset);
    const Tensor k = rope(k_norm(heads(k_proj(x))), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

}  // namespace tiny_llm
