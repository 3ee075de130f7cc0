// en: The number of all elements is checked, and not the last axis: 2 rows of 3 have an even
//     number of elements, but no row has two halves. Check x.shape().back().
// zh: 这里检查的是元素总数，而不是最后一维：两行三列共有偶数个元素，但每一行都无法平分。
//     要检查 x.shape().back()。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.size() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: an odd number of elements");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate) * up;
}

}  // namespace tiny_llm
