#include "partial_rms_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    std::size_t k = 1;
    while (static_cast<float>(k + 1) <= static_cast<float>(width) * p) ++k;
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < k; ++j) sum += x.data()[start + j] * x.data()[start + j];
        const float scale = 1.0f / std::sqrt(sum / static_cast<float>(k) + eps);
        for (std::size_t j = 0; j < width; ++j) y.data()[start + j] = weight(j) * (y.data()[start + j] * scale);
    }
    return y;
}

}  // namespace tiny_llm
