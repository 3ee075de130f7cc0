// en: The gate is multiplied by itself: both slices are the first half. The second one begins at
//     half, xt::range(half, 2 * half).
// zh: gate 乘的是它自己：两个切片都取了前一半。第二个要从 half 开始，
//     即 xt::range(half, 2 * half)。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate) * gate;
}

}  // namespace tiny_llm
