#include "layer_norm.hpp"

namespace tiny_llm {

// ---- first-matrix-only

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t D = x.shape().back();
    const std::size_t rows = x.dimension() == 1 ? 1 : x.shape(0);
    Tensor y = xt::empty_like(x);
    for (std::size_t r = 0; r < rows && x.size() > 0; ++r) {
        const float* row = x.data() + r * D;
        const float mean = std::accumulate(row, row + D, 0.0f) / D;
        float variance = 0.0f;
        for (std::size_t j = 0; j < D; ++j) variance += (row[j] - mean) * (row[j] - mean) / D;
        for (std::size_t j = 0; j < D; ++j)
            y.data()[r * D + j] = (row[j] - mean) / std::sqrt(variance + eps) * weight(j) + bias(j);
    }
    return y;
}

// ---- lazy-mean

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const auto mean = xt::mean(x, {last}, xt::keep_dims);
    const auto variance = xt::mean(xt::square(x - mean), {last}, xt::keep_dims);
    return (x - mean) / xt::sqrt(variance + eps) * weight + bias;
}

// ---- lazy-variance

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor centred = x - mean;
    const auto variance = xt::mean(xt::square(centred), {last}, xt::keep_dims);
    return centred / xt::sqrt(variance + eps) * weight + bias;
}

// ---- lazy-variance-of-x-and-mean

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const std::vector<std::size_t> axes{last};
    if (x.size() == 0) return x;
    const auto mean = xt::mean(x, {last}, xt::keep_dims);
    const auto variance = xt::variance(x, axes, xt::keep_dims);
    return (x - mean) / xt::sqrt(variance + eps) * weight + bias;
}

// ---- mean-in-an-int

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t D = x.shape().back();
    Tensor y = xt::empty_like(x);
    for (std::size_t start = 0; start < x.size(); start += D) {
        const float *row = x.data() + start, *end = row + D;
        const float mean = std::accumulate(row, end, 0) / static_cast<float>(D);
        float squares = 0.0f;
        for (const float* v = row; v != end; ++v) squares += (*v - mean) * (*v - mean);
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(D) + eps);
        for (std::size_t j = 0; j < D; ++j) y.data()[start + j] = (row[j] - mean) * scale * weight(j) + bias(j);
    }
    return y;
}

// ---- no-keep-dims

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last});
    const Tensor centred = x - mean;
    const Tensor variance = xt::mean(xt::square(centred), {last});
    return centred / xt::sqrt(variance + eps) * weight + bias;
}

// ---- one-pass-variance

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor centred = x - mean;
    const Tensor variance = xt::mean(xt::square(x), {last}, xt::keep_dims) - xt::square(mean);
    return centred / xt::sqrt(variance + eps) * weight + bias;
}

// ---- unbiased-variance+eps-outside-root

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor centred = x - mean;
    const Tensor sum = xt::sum(xt::square(centred), {last}, xt::keep_dims);
    const Tensor variance = sum / (static_cast<float>(x.shape(last)) - 1.0f);
    return centred / (xt::sqrt(variance) + eps) * weight + bias;
}

// ---- variance-is-zero

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t D = x.shape().back();
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += D) {
        const float* row = x.data() + start;
        float mean = 0.0f, squares = 0.0f;
        for (std::size_t j = 0; j < D; ++j) mean += row[j] / D;
        for (std::size_t j = 0; j < D; ++j) squares += (row[j] - mean) * (row[j] - mean);
        const float deviation = std::sqrt(1 / D * squares + eps);
        for (std::size_t j = 0; j < D; ++j) y.data()[start + j] = (row[j] - mean) / deviation * weight(j) + bias(j);
    }
    return y;
}

}  // namespace tiny_llm
