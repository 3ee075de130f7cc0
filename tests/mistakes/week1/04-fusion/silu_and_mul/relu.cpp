// en: The gate goes through ReLU: that is ReGLU. SwiGLU takes silu(gate), which is negative for
//     a negative gate.
// zh: gate 过的是 ReLU：那是 ReGLU。SwiGLU 用 silu(gate)，gate 为负时它也是负的。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return xt::maximum(gate, 0.0f) * up;
}

}  // namespace tiny_llm
