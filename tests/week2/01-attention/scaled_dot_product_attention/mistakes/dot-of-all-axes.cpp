#include "scaled_dot_product_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
    const float factor = scale ? *scale : 1.0f / std::sqrt(static_cast<float>(query.shape().back()));
    std::vector<std::size_t> order(axes);
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[axes - 1], order[axes - 2]);
    Tensor scores = xt::linalg::dot(query, xt::transpose(key, order)) * factor;
    if (mask) scores += *mask;
    return xt::linalg::dot(softmax(scores), value);
}

}  // namespace tiny_llm
