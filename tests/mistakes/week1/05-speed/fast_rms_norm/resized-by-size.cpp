// en: out is resized only where the number of elements differs: one of as many elements in another
//     shape keeps its shape. Compare shapes, or call out.resize(x.shape()) always, which costs
//     nothing where the shape is right.
// zh: 只有元素个数不同时才 resize：元素个数相同、形状不同的 out 会保留原来的形状。应比较形状，或者
//     每次都调用 out.resize(x.shape())，形状已经对时它没有代价。

#include "fast_rms_norm.hpp"

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    if (out.size() != x.size()) out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

}  // namespace tiny_llm
