#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    if (x.dimension() == 1) {
        const Tensor gate = xt::view(x, xt::range(0, half));
        return silu(gate) * xt::view(x, xt::range(half, 2 * half));
    }
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = silu_and_mul(xt::view(x, i));
    return y;
}

}  // namespace tiny_llm
