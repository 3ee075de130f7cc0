#include "partial_rms_norm.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tiny_llm {

// ---- double-inner-product

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    const double share = std::floor(static_cast<double>(width) * p);
    const auto k = static_cast<std::ptrdiff_t>(std::max(1.0, share));
    for (std::size_t start = 0; start < x.size(); start += width) {
        const float* row = x.data() + start;
        const double root = std::sqrt(std::inner_product(row, row + k, row, 0.0) / static_cast<double>(k) + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = static_cast<float>(row[j] / root * weight(j));
        }
    }
    return y;
}

// ---- float-loops

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    std::size_t k = 1;
    while (static_cast<float>(k + 1) <= static_cast<float>(width) * p) ++k;
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < k; ++j) sum += x.data()[start + j] * x.data()[start + j];
        const float scale = 1.0f / std::sqrt(sum / static_cast<float>(k) + eps);
        for (std::size_t j = 0; j < width; ++j) y.data()[start + j] = weight(j) * (y.data()[start + j] * scale);
    }
    return y;
}

// ---- masked

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const float k = std::max(1.0f, std::floor(static_cast<float>(x.shape(last)) * p));
    Tensor share = xt::zeros_like(weight);
    for (std::size_t j = 0; static_cast<float>(j) < k; ++j) share(j) = 1.0f / k;
    const Tensor mean_square = xt::sum(xt::square(x) * share, {last}, xt::keep_dims);
    return weight * x / xt::sqrt(mean_square + eps);
}

// ---- rows-by-view

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t width = x.shape().back();
    const int k = std::max(1, static_cast<int>(width * p));
    Tensor y = x;
    y.reshape({width ? x.size() / width : 0, width});
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        const Tensor front = xt::view(y, r, xt::range(0, k));
        xt::view(y, r, xt::all()) *= weight / std::sqrt(xt::mean(front * front)() + eps);
    }
    y.reshape(x.shape());
    return y;
}

// ---- views

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const Tensor mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
