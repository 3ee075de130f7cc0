#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
