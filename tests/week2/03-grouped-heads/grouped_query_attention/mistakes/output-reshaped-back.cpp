#include "grouped_query_attention.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L == 0) return query;
    const std::size_t group = H / kv_heads, seen = offset + L;
    const Tensor keys = xt::view(key, xt::range(0, seen)), values = xt::view(value, xt::range(0, seen));
    const Tensor q = xt::transpose(query, {1, 0, 2});
    const Tensor k = xt::transpose(Tensor(xt::repeat(keys, group, 1)), {1, 0, 2});
    const Tensor v = xt::transpose(Tensor(xt::repeat(values, group, 1)), {1, 0, 2});
    Tensor y = scaled_dot_product_attention(q, k, v, causal_mask(L, seen));
    y.reshape({L, H, D});
    return y;
}

}  // namespace tiny_llm
