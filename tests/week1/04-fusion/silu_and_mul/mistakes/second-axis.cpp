#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t axis = x.dimension() == 1 ? 0 : 1;
    const std::size_t half = x.shape(axis) / 2;
    if (x.dimension() == 1) {
        return silu(xt::view(x, xt::range(0, half))) * xt::view(x, xt::range(half, 2 * half));
    }
    const Tensor gate = xt::view(x, xt::all(), xt::range(0, half));
    const Tensor up = xt::view(x, xt::all(), xt::range(half, 2 * half));
    return silu(gate) * up;
}

}  // namespace tiny_llm
