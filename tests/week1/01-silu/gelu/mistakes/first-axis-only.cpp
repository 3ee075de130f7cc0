#include "gelu.hpp"

namespace tiny_llm {

template <class F>
static Tensor each(const Tensor& x, F f) {
    Tensor y = xt::zeros_like(x);
    if (x.size() == 0) return y;
    for (std::size_t i = 0; i < x.shape(0); ++i) y.data()[i] = f(x.data()[i]);
    return y;
}

Tensor gelu(const Tensor& x) {
    return each(x, [](float v) { return 0.5f * v * (1.0f + std::erf(v / std::sqrt(2.0f))); });
}

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return each(x, [c](float v) { return 0.5f * v * (1.0f + std::tanh(c * (v + 0.044715f * v * v * v))); });
}

}  // namespace tiny_llm
