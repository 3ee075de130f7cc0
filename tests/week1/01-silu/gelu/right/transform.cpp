#include "gelu.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

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
