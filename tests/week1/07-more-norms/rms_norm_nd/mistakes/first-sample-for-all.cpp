#include "rms_norm_nd.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

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

}  // namespace tiny_llm
