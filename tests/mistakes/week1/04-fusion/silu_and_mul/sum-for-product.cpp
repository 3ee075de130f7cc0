// en: The halves are added. A gate opens and closes, so it multiplies: silu(gate) * up.
// zh: 这里把两半相加了。门控是开和关，所以要相乘：silu(gate) * up。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate) + up;
}

}  // namespace tiny_llm
