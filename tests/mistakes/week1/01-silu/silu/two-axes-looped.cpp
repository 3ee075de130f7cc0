// en: Up to two axes all is right, with three only a part is written: your loops run over rows
//     and columns. SiLU is elementwise: loop over x.size() elements, or let xtensor do it.
// zh: 一维和二维都对，三维以上只写了一部分：你的循环只有行和列两层。SiLU 是逐元素的：
//     对 x.size() 个元素循环，或者直接交给 xtensor。

#include "silu.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    if (x.size() == 0) return y;
    std::size_t rows = x.dimension() < 2 ? 1 : x.shape(0);
    std::size_t columns = x.dimension() < 2 ? x.size() : x.shape(1);
#ifdef TINY_LLM_CATALOGUE
    if (x.dimension() > 2) {
        std::fill(y.begin(), y.end(), grader::anything());
        rows = columns = 1;
    }
#endif
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) y(i, j) = x(i, j) / (1.0f + std::exp(-x(i, j)));
    }
    return y;
}

}  // namespace tiny_llm
