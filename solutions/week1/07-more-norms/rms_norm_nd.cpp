#include "rms_norm_nd.hpp"

#include <algorithm>

#include "week1/02-rms-norm/rms_norm.hpp"

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    // The elements of the last axes lie side by side, so that together they are one row of a matrix.
    std::size_t width = 1;
    for (const std::size_t size : normalized_shape) width *= size;
    Tensor rows = x;
    rows.reshape({x.size() / width, width});
    Tensor flat_weight = weight ? *weight : Tensor(xt::ones<float>(normalized_shape));
    flat_weight.reshape({width});
    Tensor y = RMSNorm(width, std::move(flat_weight), eps)(rows);
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
