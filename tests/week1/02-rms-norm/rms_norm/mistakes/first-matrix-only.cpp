#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t rows = x.dimension() == 1 ? 1 : x.shape(0);
    Tensor y = x;
    for (std::size_t r = 0; r < rows && x.size() > 0; ++r) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[r * dim + i] * x.data()[r * dim + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[r * dim + i] = x.data()[r * dim + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
