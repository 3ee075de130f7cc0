#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    float sum = 0.0f;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
