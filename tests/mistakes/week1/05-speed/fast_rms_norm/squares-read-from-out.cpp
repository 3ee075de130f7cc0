// en: The squares are taken of what out held before, not of x: an answer that was made to work in
//     place. Read x.
// zh: 平方取自 out 原来的内容，而不是 x：像是把原地计算的写法搬了过来。应当读 x。

#include "fast_rms_norm.hpp"

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += to[i] * to[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

}  // namespace tiny_llm
