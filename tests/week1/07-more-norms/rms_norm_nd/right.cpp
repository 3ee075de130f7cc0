#include "rms_norm_nd.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tiny_llm {

// ---- axes

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::vector<std::size_t> axes;
    for (std::size_t a = x.dimension() - normalized_shape.size(); a < x.dimension(); ++a) axes.push_back(a);
    const Tensor mean_square = xt::mean(xt::square(x), axes, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

// ---- double-inner-product

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    const auto width =
        std::accumulate(normalized_shape.begin(), normalized_shape.end(), std::size_t{1}, std::multiplies<>());
    Tensor y = xt::empty_like(x);
    for (std::size_t start = 0; start < x.size(); start += width) {
        const float* row = x.data() + start;
        const double sum = std::inner_product(row, row + width, row, 0.0);
        const double root = std::sqrt(sum / static_cast<double>(width) + eps);
        std::transform(row, row + width, y.data() + start, [&](float v) { return static_cast<float>(v / root); });
    }
    if (weight) y *= *weight;
    return y;
}

// ---- float-loops

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::size_t width = 1;
    for (const std::size_t size : normalized_shape) width *= size;
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) sum += x.data()[start + j] * x.data()[start + j];
        const float scale = 1.0f / std::sqrt(sum / static_cast<float>(width) + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] *= scale * (weight ? weight->data()[j] : 1.0f);
        }
    }
    return y;
}

// ---- mean-of-means

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    // The means of equal parts have the mean of the whole.
    Tensor mean_square = xt::square(x);
    for (std::size_t i = 1; i <= normalized_shape.size(); ++i) {
        mean_square = Tensor(xt::mean(mean_square, {x.dimension() - i}, xt::keep_dims));
    }
    const Tensor scale = 1.0f / xt::sqrt(mean_square + eps);
    return weight ? Tensor(x * scale * *weight) : Tensor(x * scale);
}

// ---- recursion

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    if (x.dimension() > normalized_shape.size()) {
        Tensor y = xt::empty_like(x);
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            xt::view(y, i) = rms_norm_nd(Tensor(xt::view(x, i)), normalized_shape, weight, eps);
        }
        return y;
    }
    const float root = std::sqrt(xt::mean(x * x)() + eps);
    if (!weight) return x / root;
    return *weight * (x / root);
}

}  // namespace tiny_llm
