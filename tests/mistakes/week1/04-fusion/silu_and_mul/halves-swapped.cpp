// en: SiLU is applied to the second half here. The first half is the gate, and only the gate
//     goes through SiLU; the second half, up, is multiplied as it is.
// zh: 这里把 SiLU 用在了后一半上。前一半才是 gate，只有 gate 要过 SiLU，后一半 up 原样相乘。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return gate * silu(up);
}

}  // namespace tiny_llm
