#include "gelu.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

// ---- double-pointers

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

// ---- erfc-and-sigmoid

// (1 + erf(t)) / 2 = erfc(-t) / 2, without cancellation on the left; (1 + tanh(u)) / 2 = sigmoid(2 u).
Tensor gelu(const Tensor& x) { return 0.5f * x * xt::erfc(-0.70710678f * x); }

Tensor gelu_tanh(const Tensor& x) {
    const Tensor u = 0.79788456f * x * (1.0f + 0.044715f * xt::square(x));
    return x / (1.0f + xt::exp(-2.0f * u));
}

// ---- float-loop

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

// ---- rows-by-view

Tensor gelu(const Tensor& x) {
    if (x.dimension() <= 1 || x.size() == 0) {
        const Tensor t = xt::erf(x / std::sqrt(2.0f));
        return x * 0.5f + x * t * 0.5f;
    }
    Tensor y = xt::empty_like(x);
    for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = gelu(xt::view(x, i));
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    const double pi = 3.141592653589793;
    const Tensor cube = xt::pow(x, 3);
    const Tensor inner = std::sqrt(2.0 / pi) * (x + 0.044715 * cube);
    return 0.5 * x * (1.0 + xt::tanh(inner));
}

// ---- transform

namespace {

float phi(float v) { return 0.5f + 0.5f * std::erf(v * 0.70710678f); }

float phi_tanh(float v) { return 0.5f + 0.5f * std::tanh(0.79788456f * v * (1.0f + 0.044715f * v * v)); }

}  // namespace

Tensor gelu(const Tensor& x) {
    Tensor y = x;
    std::transform(x.begin(), x.end(), y.begin(), [](float v) { return v * phi(v); });
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    Tensor y = x;
    for (float& v : y) v *= phi_tanh(v);
    return y;
}

}  // namespace tiny_llm
