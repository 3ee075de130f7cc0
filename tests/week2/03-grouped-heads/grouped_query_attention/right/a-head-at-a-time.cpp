#include "grouped_query_attention.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t seen = offset + L;
    const Tensor mask = causal_mask(L, seen);
    Tensor y = xt::zeros<float>({L, H, D});
    auto rows = xt::range(0, seen);
    for (std::size_t h = 0; h < H; ++h) {
        const std::size_t g = h * kv_heads / H;
        const Tensor q = xt::view(query, xt::all(), h), k = xt::view(key, rows, g), v = xt::view(value, rows, g);
        const Tensor weights = softmax(xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(static_cast<float>(D)) + mask);
        if (L > 0) xt::view(y, xt::all(), h) = xt::linalg::dot(weights, v);
    }
    return y;
}

}  // namespace tiny_llm
