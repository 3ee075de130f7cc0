#include "fast_rms_norm.hpp"

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float sums[16] = {};
        std::size_t i = 0;
        for (; i + 16 <= dim; i += 16) {
            for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += from[i + lane] * from[i + lane];
        }
        float squares = 0.0f;
        for (; i < dim; ++i) squares += from[i] * from[i];
        for (const float sum : sums) squares += sum;
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale;
    }
}

}  // namespace tiny_llm
