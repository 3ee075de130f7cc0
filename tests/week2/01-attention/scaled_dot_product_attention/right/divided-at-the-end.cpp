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

}  // namespace tiny_llm
