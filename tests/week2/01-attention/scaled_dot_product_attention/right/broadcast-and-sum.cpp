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
    // No matrix product: N.. x L x 1 x D times N.. x 1 x S x D, summed over the last axis.
    if (query.size() == 0) return xt::zeros<float>(shape);
    const Tensor products = xt::expand_dims(query, axes - 1) * xt::expand_dims(key, axes - 2);
    Tensor scores = xt::sum(products, {axes});
    scores *= scale ? *scale : std::pow(static_cast<float>(D), -0.5f);
    if (mask) scores = scores + *mask;
    const Tensor weights = softmax(scores);
    const Tensor parts = xt::expand_dims(weights, axes) * xt::expand_dims(value, axes - 2);
    return xt::sum(parts, {axes - 1});
}

}  // namespace tiny_llm
