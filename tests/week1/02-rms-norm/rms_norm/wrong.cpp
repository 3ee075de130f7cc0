#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

// ---- first-matrix-only

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t rows = x.dimension() == 1 ? 1 : x.shape(0);
    Tensor y = x;
    for (std::size_t r = 0; r < rows && x.size() > 0; ++r) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[r * dim + i] * x.data()[r * dim + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[r * dim + i] = x.data()[r * dim + i] * scale * weight(i);
    }
    return y;
}

// ---- input-edited

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    // A Tensor and not auto: a mean that is still lazy reads the wrong elements when it is broadcast.
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    Tensor& y = const_cast<Tensor&>(x);
    y /= xt::sqrt(mean_square + eps);
    y *= weight;
    return y;
}

// ---- int-accumulator

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float* row = x.data() + start;
        float sum = std::inner_product(row, row + dim, row, 0);
        for (std::size_t i = 0; i < dim; ++i) {
            y.data()[start + i] = row[i] / std::sqrt(sum / dim + eps) * weight(i);
        }
    }
    return y;
}

// ---- integer-division

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float scale = 1.0f / std::sqrt(1 / dim * sum + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] * scale * weight(i);
    }
    return y;
}

// ---- lazy-mean

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    return weight * x / xt::sqrt(xt::mean(xt::square(x), {last}, xt::keep_dims) + eps);
}

// ---- lazy-variance-in-denominator

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    if (x.size() == 0) return x;
    const std::vector<std::size_t> axes{last};
    const auto variance = xt::variance(x, axes, xt::keep_dims);
    return x / xt::sqrt(variance + eps) * weight;
}

// ---- no-eps

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    // A Tensor and not auto: a mean that is still lazy reads the wrong elements when it is broadcast.
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square) * weight;
}

// ---- no-eps+no-weight

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const auto last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(x * x, {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square);
}

// ---- no-keep-dims

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last});
    return x / xt::sqrt(mean_square + eps) * weight;
}

// ---- sum-not-reset

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    float sum = 0.0f;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] * scale * weight(i);
    }
    return y;
}

// ---- weight-by-row

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        const float* row = x.data() + r * dim;
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += row[i] * row[i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            y.data()[r * dim + i] = row[i] * scale * weight.data()[r];
        }
    }
    return y;
}

}  // namespace tiny_llm
