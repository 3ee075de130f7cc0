// en: The result is added to what out held before (+=), and out may hold anything, NaN too. Assign
//     it.
// zh: 结果被加（+=）到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能。应当直接赋值。

#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] += x.data()[i] / (1.0f + std::exp(-x.data()[i]));
}

}  // namespace tiny_llm
