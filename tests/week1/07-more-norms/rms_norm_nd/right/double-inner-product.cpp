#include "rms_norm_nd.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tiny_llm {

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

}  // namespace tiny_llm
