#include "rms_norm_nd.hpp"

#include <algorithm>

#include "week1/02-rms-norm/rms_norm.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
