#include "partial_rms_norm.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tiny_llm {

// ---- first-elements-only

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const Tensor mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    Tensor y = x * weight;
    xt::strided_view(y, {xt::ellipsis(), xt::range(std::size_t{0}, k)}) /= xt::sqrt(mean_square + eps);
    return y;
}

// ---- lazy-mean

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const auto front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const auto mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

// ---- lazy-mean-of-a-copy

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const auto mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

// ---- no-element+no-weight

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t D = x.shape().back();
    const int k = D * p;
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / D; ++r) {
        const float* row = x.data() + r * D;
        float mean_square = 0.0f;
        for (int i = 0; i < k; ++i) mean_square += row[i] * row[i];
        mean_square /= k;
        for (std::size_t i = 0; i < D; ++i) y.data()[r * D + i] = row[i] / std::sqrt(mean_square + eps);
    }
    return y;
}

// ---- no-keep-dims

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be above 0 and at most 1");
    const std::size_t last = x.dimension() - 1;
    // The conversion to an integer rounds down.
    const auto share = static_cast<std::size_t>(static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const Tensor mean_square = xt::mean(xt::square(front), {last});
    return x / xt::sqrt(mean_square + eps) * weight;
}

// ---- p-of-nan

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (p <= 0 || p > 1) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(std::isnan(p) ? 0.0f : static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const Tensor mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

// ---- sum-not-reset

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t D = x.shape().back();
    const std::size_t k = std::max<std::size_t>(1, D * p);
    Tensor y = x;
    float sum = 0.0f;
    for (std::size_t r = 0; r < x.size() / D; ++r) {
        const float* row = x.data() + r * D;
        for (std::size_t i = 0; i < k; ++i) sum += row[i] * row[i];
        const float root = std::sqrt(sum / k + eps);
        for (std::size_t i = 0; i < D; ++i) y.data()[r * D + i] = row[i] / root * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
