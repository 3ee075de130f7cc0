// en: Up is missing: the result is silu(gate) alone. Multiply it by the second half.
// zh: 少了 up：结果只是 silu(gate)。还要乘上后一半。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    [[maybe_unused]] const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate);
}

}  // namespace tiny_llm
