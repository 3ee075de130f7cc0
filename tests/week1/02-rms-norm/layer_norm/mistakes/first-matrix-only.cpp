#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t D = x.shape().back();
    const std::size_t rows = x.dimension() == 1 ? 1 : x.shape(0);
    Tensor y = xt::empty_like(x);
    for (std::size_t r = 0; r < rows && x.size() > 0; ++r) {
        const float* row = x.data() + r * D;
        const float mean = std::accumulate(row, row + D, 0.0f) / D;
        float variance = 0.0f;
        for (std::size_t j = 0; j < D; ++j) variance += (row[j] - mean) * (row[j] - mean) / D;
        for (std::size_t j = 0; j < D; ++j)
            y.data()[r * D + j] = (row[j] - mean) / std::sqrt(variance + eps) * weight(j) + bias(j);
    }
    return y;
}

}  // namespace tiny_llm
