#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const std::vector<std::size_t> all(x.shape().begin(), x.shape().end());
    std::vector<std::size_t> shape = all;
    shape.back() = half;
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor rows = xt::reshape_view(x, {x.size() / all.back(), all.back()});
    const Tensor gate = xt::view(rows, xt::all(), xt::range(0, half));
    const Tensor up = xt::view(rows, xt::all(), xt::range(half, 2 * half));
    Tensor y = up * silu(gate);
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
