#include "partial_rms_norm.hpp"

#include <cmath>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t D = x.shape().back();
    const int k = D * p;
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / D; ++r) {
        const float* row = x.data() + r * D;
        float mean_square = 0.0f;
        for (int i = 0; i < k; ++i) mean_square += row[i] * row[i];
        mean_square /= k;
        for (std::size_t i = 0; i < D; ++i) y.data()[r * D + i] = row[i] / std::sqrt(mean_square + eps);
    }
    return y;
}

}  // namespace tiny_llm
