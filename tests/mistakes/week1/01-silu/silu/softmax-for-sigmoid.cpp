// en: Your factors add up to 1 along each row: that is softmax. The sigmoid looks at one element
//     alone: 1 / (1 + exp(-x)), with no sum over the row.
// zh: 你乘上的因子在每一行里加起来是 1，这是 softmax。sigmoid 只看一个元素：1 / (1 + exp(-x))，
//     不对整行求和。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    if (x.size() == 0) return x;
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor e = xt::exp(x - largest);
    const Tensor sum = xt::sum(e, {last}, xt::keep_dims);
    return x * e / sum;
}

}  // namespace tiny_llm
