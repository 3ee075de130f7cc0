#include "week2/01-attention/scaled_dot_product_attention.hpp"

#include <algorithm>

namespace tiny_llm {

/// Whether both have two axes or more, and all axes before the last two are equal.
static bool same_leading_axes(const Tensor& a, const Tensor& b) {
    return a.dimension() >= 2 && a.dimension() == b.dimension() &&
           std::equal(a.shape().begin(), a.shape().end() - 2, b.shape().begin());
}

/// Matrix n of those that lie one behind the other in x. No copy: keys and values may be long.
static auto matrix(const Tensor& x, std::size_t n, std::size_t rows, std::size_t columns) {
    return xt::adapt(x.data() + n * rows * columns, rows * columns, xt::no_ownership(),
                     std::vector<std::size_t>{rows, columns});
}

/// a · b, or a · bᵀ. For a product of matrices BLAS may copy b first, which one or two rows of a, all that a story has for
/// each token, do not repay: they meet b where it lies.
template <class A, class B>
static Tensor product(const A& a, const B& b, bool transpose_b = false) {
    if (a.shape(0) > 2 || b.size() == 0) {  // BLAS refuses a vector times nothing
        return transpose_b ? xt::linalg::dot(a, xt::transpose(b)) : xt::linalg::dot(a, b);
    }
    Tensor y = xt::zeros<float>({a.shape(0), b.shape(transpose_b ? 0 : 1)});
    for (std::size_t i = 0; i < a.shape(0); ++i) {
        auto row = xt::row(y, i);
        xt::blas::gemv(b, xt::row(a, i), row, !transpose_b);
    }
    return y;
}

/// The given attention of a story. The solution copies keys and values for its products, which a long text repeats for each
/// token.
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

    // Two matrix products for each leading index.
    const std::size_t N = query.size() / (L * D);
    Tensor y = xt::zeros<float>({N, L, V});
    const float factor = scale.value_or(1.0f / std::sqrt(static_cast<float>(D)));
    for (std::size_t n = 0; n < N; ++n) {
        const auto q = matrix(query, n, L, D), k = matrix(key, n, S, D), v = matrix(value, n, S, V);
        Tensor scores = factor * product(q, k, true);
        if (mask) scores += *mask;
        const Tensor weights = softmax(scores);
        xt::view(y, n) = product(weights, v);
    }
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
