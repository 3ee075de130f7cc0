#include "partial_rms_norm.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t D = x.shape().back();
    const std::size_t k = std::max<std::size_t>(1, D * p);
    Tensor y = x;
    float sum = 0.0f;
    for (std::size_t r = 0; r < x.size() / D; ++r) {
        const float* row = x.data() + r * D;
        for (std::size_t i = 0; i < k; ++i) sum += row[i] * row[i];
        const float root = std::sqrt(sum / k + eps);
        for (std::size_t i = 0; i < D; ++i) y.data()[r * D + i] = row[i] / root * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
