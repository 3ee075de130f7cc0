#include "qwen2_attention.hpp"

namespace tiny_llm {

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), D = x.shape(1) / num_heads, offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / D, D});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * D});
    return o_proj(y);
}

}  // namespace tiny_llm
