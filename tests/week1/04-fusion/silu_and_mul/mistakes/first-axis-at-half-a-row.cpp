#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::range(0, half)});
    return silu(gate) * xt::strided_view(x, {xt::range(half, 2 * half)});
}

}  // namespace tiny_llm
