#include "scaled_dot_product_attention.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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
    // No row of weights is kept: what was added so far shrinks when a larger score comes, as in FlashAttention.
    Tensor y = xt::zeros<float>(shape);
    if (y.size() == 0) return y;
    const double factor = scale ? *scale : 1.0 / std::sqrt(static_cast<double>(D));
    std::vector<double> sums(V);
    for (std::size_t row = 0; row < y.size() / V; ++row) {
        const std::size_t n = row / L, i = row % L;
        std::fill(sums.begin(), sums.end(), 0.0);
        double largest = -INFINITY, total = 0.0;
        for (std::size_t j = 0; j < S; ++j) {
            double score = 0.0;
            for (std::size_t d = 0; d < D; ++d) {
                score += static_cast<double>(query.data()[row * D + d]) * key.data()[(n * S + j) * D + d];
            }
            score = score * factor + (mask ? (*mask)(i, j) : 0.0f);
            if (score == -INFINITY) continue;
            const double before = largest;
            largest = std::max(largest, score);
            const double shrink = std::exp(before - largest), power = std::exp(score - largest);
            total = total * shrink + power;
            for (std::size_t v = 0; v < V; ++v) sums[v] = sums[v] * shrink + power * value.data()[(n * S + j) * V + v];
        }
        for (std::size_t v = 0; v < V; ++v) y.data()[row * V + v] = static_cast<float>(sums[v] / total);
    }
    return y;
}

}  // namespace tiny_llm
