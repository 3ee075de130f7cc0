#include "scaled_dot_product_attention.hpp"

#include <algorithm>

namespace tiny_llm {

/// Whether both have two axes or more, and all axes before the last two are equal.
static bool same_leading_axes(const Tensor& a, const Tensor& b) {
    return a.dimension() >= 2 && a.dimension() == b.dimension() &&
           std::equal(a.shape().begin(), a.shape().end() - 2, b.shape().begin());
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
    const std::optional<Tensor>& mask, std::optional<float> scale) {
    require_shapes(same_leading_axes(query, key) && query.shape().back() == key.shape().back(),
        "scaled_dot_product_attention", "query", query, "key", key);
    const std::size_t axes = query.dimension(), L = query.shape(axes - 2), S = key.shape(axes - 2);
    require_shapes(same_leading_axes(key, value) && value.shape(axes - 2) == S, "scaled_dot_product_attention", "key",
        key, "value", value);
    if (mask) require_shape("scaled_dot_product_attention", "mask", *mask, {L, S});
    const std::size_t D = query.shape().back(), V = value.shape().back();
    std::vector<std::size_t> shape(query.shape().begin(), query.shape().end());
    shape.back() = V;
    if (query.size() == 0) return xt::zeros<float>(shape);
    if (axes > 2) {
        Tensor y = xt::empty<float>(shape);
        for (std::size_t n = 0; n < query.shape(0); ++n) {
            const Tensor q = xt::view(query, n), k = xt::view(key, n), v = xt::view(value, n);
            xt::view(y, n) = scaled_dot_product_attention(q, k, v, mask, scale);
        }
        return y;
    }
    // The query is scaled and not the scores.
    const Tensor q = query * scale.value_or(1.0f / std::sqrt(static_cast<float>(D)));
    const Tensor keys = xt::transpose(key);
    const Tensor scores = xt::linalg::dot(q, keys);
    if (!mask) return xt::linalg::dot(softmax(scores), value);
    return xt::linalg::dot(softmax(scores + *mask), value);
}

}  // namespace tiny_llm
