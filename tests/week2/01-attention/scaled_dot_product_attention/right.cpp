#include "scaled_dot_product_attention.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tiny_llm {

// ---- broadcast-and-sum

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

// ---- divided-at-the-end

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
    // The powers are multiplied with the values first and divided by their sum last.
    const std::size_t N = L * D == 0 ? 0 : query.size() / (L * D);
    Tensor y = xt::zeros<float>(shape);
    if (y.size() == 0) return y;
    Tensor q = query, k = key, v = value;
    q.reshape({N, L, D});
    k.reshape({N, S, D});
    v.reshape({N, S, V});
    y.reshape({N, L, V});
    const float root = std::sqrt(static_cast<float>(D));
    for (std::size_t n = 0; n < N; ++n) {
        Tensor scores = xt::linalg::dot(Tensor(xt::view(q, n)), xt::transpose(Tensor(xt::view(k, n))));
        if (scale) scores *= *scale;
        else scores /= root;
        if (mask) scores += *mask;
        const Tensor largest = xt::amax(scores, {1}, xt::keep_dims);
        const Tensor powers = xt::exp(scores - largest);
        const Tensor sum = xt::sum(powers, {1}, xt::keep_dims);
        xt::view(y, n) = xt::linalg::dot(powers, Tensor(xt::view(v, n))) / sum;
    }
    y.reshape(shape);
    return y;
}

// ---- loops

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
    Tensor y = xt::zeros<float>(shape);
    if (y.size() == 0) return y;
    const float factor = scale ? *scale : 1.0f / std::sqrt(static_cast<float>(D));
    std::vector<float> weights(S);
    for (std::size_t row = 0; row < y.size() / V; ++row) {
        const std::size_t n = row / L, i = row % L;
        for (std::size_t j = 0; j < S; ++j) {
            float dot = 0.0f;
            for (std::size_t d = 0; d < D; ++d) dot += query.data()[row * D + d] * key.data()[(n * S + j) * D + d];
            weights[j] = dot * factor + (mask ? (*mask)(i, j) : 0.0f);
        }
        const float largest = *std::max_element(weights.begin(), weights.end());
        float sum = 0.0f;
        for (float& weight : weights) sum += weight = std::exp(weight - largest);
        for (std::size_t j = 0; j < S; ++j) {
            for (std::size_t v = 0; v < V; ++v) {
                y.data()[row * V + v] += weights[j] / sum * value.data()[(n * S + j) * V + v];
            }
        }
    }
    return y;
}

// ---- online

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

// ---- recursion

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

// ---- transposed

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
    // The other way round: keys by queries, softmax down the columns.
    if (query.size() == 0) return xt::zeros<float>(shape);
    const std::size_t N = query.size() / (L * D);
    const Tensor q = xt::reshape_view(query, {N, L, D}), k = xt::reshape_view(key, {N, S, D}),
                 v = xt::reshape_view(value, {N, S, V});
    Tensor y = xt::empty<float>({N, L, V});
    const float factor = scale.value_or(1.0f / std::sqrt(static_cast<float>(D)));
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor queries = xt::transpose(Tensor(xt::view(q, n)));
        const Tensor values = xt::transpose(Tensor(xt::view(v, n)));
        Tensor columns = xt::linalg::dot(Tensor(xt::view(k, n)), queries) * factor;
        if (mask) columns += xt::transpose(*mask);
        const Tensor largest = xt::amax(columns, {0});
        columns = xt::exp(columns - largest);
        const Tensor sums = xt::sum(columns, {0});
        columns = columns / sums;
        const Tensor means = xt::linalg::dot(values, columns);
        xt::view(y, n) = xt::transpose(means);
    }
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
