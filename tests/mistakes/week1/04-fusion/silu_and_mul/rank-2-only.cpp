// en: Only matrices are accepted here. The last axis is halved, however many come before it:
//     take xt::strided_view with xt::ellipsis(), or flatten to rows first.
// zh: 这里只接受二维的输入。不管前面有几维，要切的都是最后一维：
//     用 xt::strided_view 加 xt::ellipsis()，或先展平成若干行。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    if (x.dimension() != 2) throw std::invalid_argument("silu_and_mul: x must have two axes");
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate) * up;
}

}  // namespace tiny_llm
