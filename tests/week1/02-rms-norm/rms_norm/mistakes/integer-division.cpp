#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float scale = 1.0f / std::sqrt(1 / dim * sum + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
