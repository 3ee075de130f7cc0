#include "grouped_query_attention.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    // What a query does not see is left out, and no mask is needed. The queries of a group are the rows.
    const std::size_t group = H / kv_heads;
    Tensor y = xt::empty<float>({L, H, D});
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t g = 0; g < kv_heads; ++g) {
            auto heads = xt::range(g * group, g * group + group);
            auto rows = xt::range(0, offset + i + 1);
            const Tensor q = xt::view(query, i, heads), k = xt::view(key, rows, g), v = xt::view(value, rows, g);
            xt::view(y, i, heads) = scaled_dot_product_attention(q, k, v);
        }
    }
    return y;
}

}  // namespace tiny_llm
