#include "silu_and_mul.hpp"

#include <cmath>

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float gate = x.data()[i];
        y.data()[i] = gate / (1.0f + std::exp(-gate)) * x.data()[i + y.size()];
    }
    return y;
}

}  // namespace tiny_llm
