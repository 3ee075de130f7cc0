// en: Only matrices are accepted here. GELU is elementwise, so the number of axes does not
//     matter: let xtensor apply it to all of x, or loop over x.size() elements.
// zh: 这里只接受二维的输入。GELU 是逐元素的，与维数无关：让 xtensor 作用于整个 x，
//     或对全部 x.size() 个元素循环。

#include "gelu.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    if (x.dimension() != 2) throw std::invalid_argument("gelu: x has the wrong shape");
    return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f)));
}

Tensor gelu_tanh(const Tensor& x) {
    if (x.dimension() != 2) throw std::invalid_argument("gelu: x has the wrong shape");
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
