#include "grouped_query_attention.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L * D == 0) return xt::zeros<float>(query.shape());
    // As Hugging Face's repeat_kv: a copy of the keys for each head of queries.
    const std::size_t group = H / kv_heads, seen = offset + L;
    auto rows = xt::range(0, seen);
    const Tensor known_keys = xt::view(key, rows), known_values = xt::view(value, rows);
    const Tensor all_keys = xt::repeat(known_keys, group, 1), all_values = xt::repeat(known_values, group, 1);
    const Tensor q = xt::transpose(query, {1, 0, 2});
    const Tensor k = xt::transpose(all_keys, {1, 0, 2});
    const Tensor v = xt::transpose(all_values, {1, 0, 2});
    const Tensor y = scaled_dot_product_attention(q, k, v, causal_mask(L, seen));
    return xt::transpose(y, {1, 0, 2});
}

}  // namespace tiny_llm
