#include "scaled_dot_product_attention.hpp"

#include <algorithm>
#include <cmath>

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
    const std::size_t N = query.size() / (L * D);
    const Tensor qs = xt::reshape_view(query, {N, L, D}), ks = xt::reshape_view(key, {N, S, D}),
                 vs = xt::reshape_view(value, {N, S, V});
    Tensor y = xt::zeros<float>({N, L, V});
    const float factor = scale.value_or(1.0f);
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor q = xt::view(qs, n), k = xt::view(ks, n), v = xt::view(vs, n);
        Tensor scores = xt::linalg::dot(q, xt::transpose(k)) * factor;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = xt::linalg::dot(weights, v);
    }
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
