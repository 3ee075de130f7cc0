#include "grouped_query_attention.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), kv_heads = key.shape(1);
    Tensor y = query;
    if (L == 0) return y;
    if (kv_heads > 1) {
        // The first head of keys with its queries, then the others.
        const std::size_t group = H / kv_heads;
        auto mine = xt::range(0, group), others = xt::range(group, H);
        auto first = xt::range(0, 1), rest = xt::range(1, kv_heads);
        const auto part = [&](auto of_queries, auto of_keys) {
            xt::view(y, xt::all(), of_queries) = grouped_query_attention(xt::view(query, xt::all(), of_queries),
                xt::view(key, xt::all(), of_keys), xt::view(value, xt::all(), of_keys), offset);
        };
        part(mine, first);
        part(others, rest);
        return y;
    }
    // One head of keys: the last query, then those before it.
    auto earlier = xt::range(0, L - 1), rows = xt::range(0, offset + L);
    const Tensor q = xt::view(query, L - 1), k = xt::view(key, rows, 0), v = xt::view(value, rows, 0);
    xt::view(y, L - 1) = scaled_dot_product_attention(q, k, v);
    xt::view(y, earlier) = grouped_query_attention(xt::view(query, earlier), key, value, offset);
    return y;
}

}  // namespace tiny_llm
