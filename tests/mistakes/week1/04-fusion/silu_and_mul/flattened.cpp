// en: The numbers are right, but they come back as one row. Only the last axis changes, from 2I
//     to I: reshape the result.
// zh: 数值是对的，但结果变成了一维。形状中只有最后一维变化，从 2I 变成 I：把结果 reshape 回去。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    Tensor y = silu(gate) * up;
    y.reshape({y.size()});
    return y;
}

}  // namespace tiny_llm
