// en: The gate goes through the sigmoid alone: that is GLU. SwiGLU takes silu(gate) = gate *
//     sigmoid(gate).
// zh: gate 只过了 sigmoid：那是 GLU。SwiGLU 用的是 silu(gate)，即 gate * sigmoid(gate)。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return up / (1.0f + xt::exp(-gate));
}

}  // namespace tiny_llm
