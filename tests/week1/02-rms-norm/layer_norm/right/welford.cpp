#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float mean = 0, squares = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            const float d = v - mean;
            mean += d / static_cast<float>(j + 1);
            squares += d * (v - mean);
        }
        const float deviation = std::sqrt(squares / static_cast<float>(width) + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = (x.data()[start + j] - mean) / deviation * weight(j) + bias(j);
        }
    }
    return y;
}

}  // namespace tiny_llm
