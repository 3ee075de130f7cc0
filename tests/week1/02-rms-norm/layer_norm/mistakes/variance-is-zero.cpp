#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t D = x.shape().back();
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += D) {
        const float* row = x.data() + start;
        float mean = 0.0f, squares = 0.0f;
        for (std::size_t j = 0; j < D; ++j) mean += row[j] / D;
        for (std::size_t j = 0; j < D; ++j) squares += (row[j] - mean) * (row[j] - mean);
        const float deviation = std::sqrt(1 / D * squares + eps);
        for (std::size_t j = 0; j < D; ++j) y.data()[start + j] = (row[j] - mean) / deviation * weight(j) + bias(j);
    }
    return y;
}

}  // namespace tiny_llm
