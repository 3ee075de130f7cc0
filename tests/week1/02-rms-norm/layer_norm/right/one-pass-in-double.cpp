#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        double sum = 0, squares = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const double v = x.data()[start + j];
            sum += v;
            squares += v * v;
        }
        const double n = static_cast<double>(width);
        const double mean = sum / n;
        const double scale = 1 / std::sqrt(squares / n - mean * mean + eps);
        for (std::size_t j = 0; j < width; ++j) {
            const double normalized = (x.data()[start + j] - mean) * scale;
            y.data()[start + j] = static_cast<float>(normalized * weight(j) + bias(j));
        }
    }
    return y;
}

}  // namespace tiny_llm
