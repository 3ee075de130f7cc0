#include "week2/01-attention/scaled_dot_product_attention.hpp"

#include <algorithm>

namespace tiny_llm {

/// Whether both have two axes or more, and all axes before the last two are equal.
static bool same_leading_axes(const Tensor& a, const Tensor& b) {
    return a.dimension() >= 2 && a.dimension() == b.dimension() &&
           std::equal(a.shape().begin(), a.shape().end() - 2, b.shape().begin());
}

/// y = a · b, or a · bᵀ: rows x out, where a is rows x in. For a product of matrices BLAS may copy b first, which one or two rows of
/// a, all that a story has for each token, do not repay: they meet b where it lies.
static void product(const float* a, const float* b, float* y, int rows, int out, int in, bool transpose_b) {
    const int width = transpose_b ? in : out;  // of b
    if (rows > 2) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, transpose_b ? CblasTrans : CblasNoTrans, rows, out, in, 1.0f, a, in, b,
                    width, 0.0f, y, out);
        return;
    }
    for (int i = 0; i < rows; ++i) {
        cblas_sgemv(CblasRowMajor, transpose_b ? CblasNoTrans : CblasTrans, transpose_b ? out : in, width, 1.0f, b,
                    width, a + i * in, 1, 0.0f, y + i * out, 1);
    }
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
    if (query.size() == 0 || value.size() == 0) return xt::zeros<float>(shape);  // BLAS refuses a product with nothing

    // Two matrix products for each leading index.
    const std::size_t N = query.size() / (L * D);
    Tensor y = xt::zeros<float>(shape), scores = xt::zeros<float>({L, S});
    const float factor = scale.value_or(1.0f / std::sqrt(static_cast<float>(D)));
    const auto rows = static_cast<int>(L), keys = static_cast<int>(S), width = static_cast<int>(V);
    for (std::size_t n = 0; n < N; ++n) {
        product(query.data() + n * L * D, key.data() + n * S * D, scores.data(), rows, keys, static_cast<int>(D), true);
        for (std::size_t i = 0; i < scores.size(); ++i) scores.data()[i] *= factor;
        for (std::size_t i = 0; mask && i < scores.size(); ++i) scores.data()[i] += mask->data()[i];
        const Tensor weights = softmax(scores);
        require_shape("scaled_dot_product_attention", "what softmax returns", weights, {L, S});
        product(weights.data(), value.data() + n * S * V, y.data() + n * L * V, rows, width, keys, false);
    }
    return y;
}

}  // namespace tiny_llm
