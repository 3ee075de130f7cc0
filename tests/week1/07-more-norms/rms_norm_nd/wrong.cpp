#include "rms_norm_nd.hpp"

#include <algorithm>
#include <cmath>

#include "week1/02-rms-norm/rms_norm.hpp"

namespace tiny_llm {

// ---- elements-counted-only

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    // The elements of the last axes lie side by side, so that together they are one row of a matrix.
    std::size_t width = 1;
    for (const std::size_t size : normalized_shape) width *= size;
    require_shapes(
        x.size() % width == 0, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    Tensor rows = x;
    rows.reshape({x.size() / width, width});
    const Tensor mean_square = xt::mean(xt::square(rows), {1}, xt::keep_dims);
    Tensor y = rows / xt::sqrt(mean_square + eps);
    if (weight) {
        Tensor flat = *weight;
        flat.reshape({width});
        y = Tensor(y * flat);
    }
    y.reshape(x.shape());
    return y;
}

// ---- first-sample-for-all

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
        const float* sample = x.data();
        float sum = 0.0f;
        for (std::size_t i = 0; i < width; ++i) sum += sample[i] * sample[i];
        const float root = std::sqrt(sum / static_cast<float>(width) + eps);
        for (std::size_t i = 0; i < width; ++i) {
            y.data()[start + i] = x.data()[start + i] / root * (weight ? weight->data()[i] : 1.0f);
        }
    }
    return y;
}

// ---- last-axis-only+weight-ignored

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    const Tensor mean_square = xt::mean(x * x, {x.dimension() - 1}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps);
}

// ---- lazy-mean

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::vector<std::size_t> axes;
    for (std::size_t a = x.dimension() - normalized_shape.size(); a < x.dimension(); ++a) axes.push_back(a);
    const auto mean_square = xt::mean(xt::square(x), axes, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

// ---- no-keep-dims

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::vector<std::size_t> axes;
    for (std::size_t a = x.dimension() - normalized_shape.size(); a < x.dimension(); ++a) axes.push_back(a);
    const Tensor mean_square = xt::mean(xt::square(x), axes);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

// ---- weight-required

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
    return y * weight.value();
}

// ---- weight-transposed

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
    if (!weight) return y;
    Tensor turned = xt::transpose(*weight);
    turned.reshape(normalized_shape);
    return y * turned;
}

}  // namespace tiny_llm
