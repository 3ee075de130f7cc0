#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
