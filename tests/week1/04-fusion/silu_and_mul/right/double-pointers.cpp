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
    Tensor y = Tensor::from_shape(shape);
    const float* gate = x.data();
    for (float* out = y.data(); out != y.data() + y.size(); gate += half) {
        for (std::size_t i = 0; i < half; ++i, ++gate) {
            *out++ = static_cast<float>(*gate * (0.5 + 0.5 * std::tanh(0.5 * *gate)) * gate[half]);
        }
    }
    return y;
}

}  // namespace tiny_llm
