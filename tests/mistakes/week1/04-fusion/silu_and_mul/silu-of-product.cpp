// en: SiLU is applied to the product of the halves. Apply it to the gate first, then multiply by
//     up.
// zh: 这里对两半的乘积求了 SiLU。应先对 gate 求 SiLU，再与 up 相乘。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate * up);
}

}  // namespace tiny_llm
