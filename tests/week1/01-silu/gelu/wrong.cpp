#include "gelu.hpp"

namespace tiny_llm {

// ---- all-zero

Tensor gelu(const Tensor& x) { return 1 / 2 * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 1 / 2 * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

// ---- copies-edited

Tensor gelu(const Tensor& x) {
    Tensor y = x;
    for (auto v : y) v = 0.5f * v * (1.0f + std::erf(v / std::sqrt(2.0f)));
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    Tensor y = x;
    for (auto v : y) v = 0.5f * v * (1.0f + std::tanh(c * (v + 0.044715f * v * v * v)));
    return y;
}

// ---- first-axis-only

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

// ---- flattened

Tensor gelu(const Tensor& x) {
    Tensor y = xt::zeros<float>({x.size()});
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.data()[i];
        y(i) = 0.5f * v * (1.0f + std::erf(v / std::sqrt(2.0f)));
    }
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    Tensor y = xt::zeros<float>({x.size()});
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.data()[i];
        y(i) = 0.5f * v * (1.0f + std::tanh(c * (v + 0.044715f * v * v * v)));
    }
    return y;
}

// ---- input-edited

Tensor gelu(const Tensor& x) {
    Tensor& mine = const_cast<Tensor&>(x);
    mine = 0.5f * mine * (1.0f + xt::erf(mine / std::sqrt(2.0f)));
    return mine;
}

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    Tensor& mine = const_cast<Tensor&>(x);
    mine = 0.5f * mine * (1.0f + xt::tanh(c * (mine + 0.044715f * mine * mine * mine)));
    return mine;
}

// ---- tanh-for-both+erf-for-both

Tensor gelu(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

Tensor gelu_tanh(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

}  // namespace tiny_llm
