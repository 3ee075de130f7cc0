#include "grouped_query_attention.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads, seen = offset + L;
    auto rows = xt::range(0, seen);
    const Tensor k = xt::view(key, rows), v = xt::view(value, rows);
    const Tensor q = xt::reshape_view(query, {L, kv_heads, group, D});
    // L x S x H_kv x G x D, summed over D, and S moved to the end.
    const Tensor products = xt::view(q, xt::all(), xt::newaxis()) *
                            xt::view(k, xt::newaxis(), xt::all(), xt::all(), xt::newaxis(), xt::all());
    const Tensor sums = xt::sum(products, {4});
    Tensor scores = xt::transpose(sums, {0, 2, 3, 1}) / std::sqrt(static_cast<float>(D));
    scores += xt::view(causal_mask(L, seen), xt::all(), xt::newaxis(), xt::newaxis(), xt::all());
    const Tensor weights = softmax(scores);
    const Tensor by_head = xt::transpose(v, {1, 0, 2});  // H_kv x S x D
    const Tensor parts = xt::view(weights, xt::all(), xt::all(), xt::all(), xt::all(), xt::newaxis()) *
                         xt::view(by_head, xt::newaxis(), xt::all(), xt::newaxis());
    Tensor y = xt::sum(parts, {3});
    y.reshape({L, H, D});
    return y;
}

}  // namespace tiny_llm
