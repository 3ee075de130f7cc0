#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        const float* row = x.data() + r * dim;
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += row[i] * row[i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            y.data()[r * dim + i] = row[i] * scale * weight.data()[r];
        }
    }
    return y;
}

}  // namespace tiny_llm
