#include "gelu.hpp"

#include <cmath>

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    auto y = Tensor::from_shape(x.shape());
    const float* in = x.data();
    float* out = y.data();
    for (const float* end = in + x.size(); in != end; ++in, ++out) {
        *out = static_cast<float>(*in * 0.5 * (1 + std::erf(*in / std::sqrt(2.0))));
    }
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    auto y = Tensor::from_shape(x.shape());
    const double c = std::sqrt(2 / std::acos(-1.0));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double v = x.data()[i];
        y.data()[i] = static_cast<float>(0.5 * v * (1 + std::tanh(c * (v + 0.044715 * v * v * v))));
    }
    return y;
}

}  // namespace tiny_llm
