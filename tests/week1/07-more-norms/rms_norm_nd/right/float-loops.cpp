#include "rms_norm_nd.hpp"

#include <algorithm>

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
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) sum += x.data()[start + j] * x.data()[start + j];
        const float scale = 1.0f / std::sqrt(sum / static_cast<float>(width) + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] *= scale * (weight ? weight->data()[j] : 1.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
