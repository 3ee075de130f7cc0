#include "fast_rms_norm.hpp"

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    float squares = 0.0f;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

}  // namespace tiny_llm
