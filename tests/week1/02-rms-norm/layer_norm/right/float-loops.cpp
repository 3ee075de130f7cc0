#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float mean = 0;
        for (std::size_t j = 0; j < width; ++j) mean += x.data()[start + j];
        mean /= static_cast<float>(width);
        float var = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float d = x.data()[start + j] - mean;
            var += d * d;
        }
        var /= static_cast<float>(width);
        const float scale = 1.0f / std::sqrt(var + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = (x.data()[start + j] - mean) * scale * weight(j) + bias(j);
        }
    }
    return y;
}

}  // namespace tiny_llm
