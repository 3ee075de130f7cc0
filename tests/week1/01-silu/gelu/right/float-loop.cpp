#include "gelu.hpp"

#include <cmath>

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.flat(i);
        y.flat(i) = v * (1.0f + std::erf(v / std::sqrt(2.0f))) / 2.0f;
    }
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.flat(i);
        const float u = 0.7978845608f * (v + 0.044715f * std::pow(v, 3.0f));
        y.flat(i) = v * (1.0f + std::tanh(u)) / 2.0f;
    }
    return y;
}

}  // namespace tiny_llm
