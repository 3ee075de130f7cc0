// en: The output is NaN where the gate is near 100: exp(gate) is infinite above and below the
//     line. Call your silu, or use x / (1 + exp(-x)).
// zh: gate 接近 100 时输出是 NaN：分子分母里的 exp(gate) 都成了无穷大。调用你的 silu，
//     或用 x / (1 + exp(-x))。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return gate * xt::exp(gate) / (1.0f + xt::exp(gate)) * up;
}

}  // namespace tiny_llm
