#include "scaled_dot_product_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tiny_llm {

// ---- all-axes-transposed

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
    Tensor scores = xt::linalg::dot(query, xt::transpose(key)) * factor;
    if (mask) scores += *mask;
    return xt::linalg::dot(softmax(scores), value);
}

// ---- dot-of-all-axes

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

// ---- input-edited

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
    const float factor = scale.value_or(1.0f / std::sqrt(static_cast<float>(D)));
    Tensor& q = const_cast<Tensor&>(query);
    q *= factor;
    Tensor y = xt::zeros<float>(shape);
    std::vector<float> weights(S);
    for (std::size_t row = 0; row < y.size() / V; ++row) {
        const std::size_t n = row / L, i = row % L;
        for (std::size_t j = 0; j < S; ++j) {
            weights[j] = mask ? (*mask)(i, j) : 0.0f;
            for (std::size_t d = 0; d < D; ++d) weights[j] += q.data()[row * D + d] * key.data()[(n * S + j) * D + d];
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

// ---- integer-division

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
    const float factor = scale ? *scale : std::sqrt(1 / D);
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor q = xt::view(qs, n), k = xt::view(ks, n), v = xt::view(vs, n);
        Tensor scores = xt::linalg::dot(q, xt::transpose(k)) * factor;
        if (mask) scores += *mask;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = xt::linalg::dot(weights, v);
    }
    y.reshape(shape);
    return y;
}

// ---- key-reshaped

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
    const float factor = scale ? *scale : 1.0f / std::sqrt(static_cast<float>(D));
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor q = xt::view(qs, n), k = xt::view(ks, n), v = xt::view(vs, n);
        Tensor turned = k;
        turned.reshape({D, S});
        Tensor scores = xt::linalg::dot(q, turned) * factor;
        if (mask) scores += *mask;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = xt::linalg::dot(weights, v);
    }
    y.reshape(shape);
    return y;
}

// ---- mask-required

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
    require_shape("scaled_dot_product_attention", "mask", mask.value(), {L, S});
    const std::size_t D = query.shape().back(), V = value.shape().back();
    std::vector<std::size_t> shape(query.shape().begin(), query.shape().end());
    shape.back() = V;
    if (query.size() == 0) return xt::zeros<float>(shape);
    const std::size_t N = query.size() / (L * D);
    const Tensor qs = xt::reshape_view(query, {N, L, D}), ks = xt::reshape_view(key, {N, S, D}),
                 vs = xt::reshape_view(value, {N, S, V});
    Tensor y = xt::zeros<float>({N, L, V});
    const float factor = scale ? *scale : 1.0f / std::sqrt(static_cast<float>(D));
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor q = xt::view(qs, n), k = xt::view(ks, n), v = xt::view(vs, n);
        Tensor scores = xt::linalg::dot(q, xt::transpose(k)) * factor;
        scores += *mask;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = xt::linalg::dot(weights, v);
    }
    y.reshape(shape);
    return y;
}

// ---- no-scale+mask-ignored

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

// ---- products-elementwise

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
    const float factor = scale ? *scale : 1.0f / std::sqrt(static_cast<float>(D));
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor q = xt::view(qs, n), k = xt::view(ks, n), v = xt::view(vs, n);
        Tensor scores = q * xt::transpose(k) * factor;
        if (mask) scores += *mask;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = xt::linalg::dot(weights, v);
    }
    y.reshape(shape);
    return y;
}

// ---- scale-of-zero-as-none

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
    const float factor = scale.value_or(0.0f) ? *scale : 1.0f / std::sqrt(static_cast<float>(D));
    for (std::size_t n = 0; n < N; ++n) {
        const Tensor q = xt::view(qs, n), k = xt::view(ks, n), v = xt::view(vs, n);
        Tensor scores = xt::linalg::dot(q, xt::transpose(k)) * factor;
        if (mask) scores += *mask;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = xt::linalg::dot(weights, v);
    }
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
