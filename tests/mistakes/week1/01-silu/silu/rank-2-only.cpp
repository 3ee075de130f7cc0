// en: Only matrices are accepted here. SiLU is elementwise, so the number of axes does not
//     matter: let xtensor apply it to all of x, or loop over x.size() elements.
// zh: 这里只接受二维的输入。SiLU 是逐元素的，与维数无关：让 xtensor 作用于整个 x，
//     或对全部 x.size() 个元素循环。

#include "silu.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    if (x.dimension() != 2) throw std::invalid_argument("silu: x must have two axes");
    return x / (1.0f + xt::exp(-x));
}

}  // namespace tiny_llm
