#include "qwen2_attention.hpp"

namespace tiny_llm {

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    // Each head of queries is cut out of the projection, and its result written into its columns.
    const std::size_t L = x.shape(0), D = head_dim, offset = cache.length;
    const Tensor q = q_proj(x);
    Tensor k = k_proj(x), v = v_proj(x);
    k.reshape({L, num_key_value_heads, D});
    v.reshape({L, num_key_value_heads, D});
    cache.append(rope(k, tables, offset), v);
    Tensor y = xt::empty<float>({L, num_heads * D});
    for (std::size_t h = 0; h < num_heads; ++h) {
        auto columns = xt::range(h * D, h * D + D);
        auto one = xt::range(h / (num_heads / num_key_value_heads), h / (num_heads / num_key_value_heads) + 1);
        const Tensor mine = xt::view(q, xt::all(), xt::newaxis(), columns);
        const Tensor keys = xt::view(cache.keys, xt::all(), one), values = xt::view(cache.values, xt::all(), one);
        const Tensor result = grouped_query_attention(rope(mine, tables, offset), keys, values, offset);
        xt::view(y, xt::all(), columns) = xt::view(result, xt::all(), 0);
    }
    return o_proj(y);
}

}  // namespace tiny_llm
