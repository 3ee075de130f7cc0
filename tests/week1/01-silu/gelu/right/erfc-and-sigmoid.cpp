#include "gelu.hpp"

namespace tiny_llm {

// (1 + erf(t)) / 2 = erfc(-t) / 2, without cancellation on the left; (1 + tanh(u)) / 2 = sigmoid(2 u).
Tensor gelu(const Tensor& x) { return 0.5f * x * xt::erfc(-0.70710678f * x); }

Tensor gelu_tanh(const Tensor& x) {
    const Tensor u = 0.79788456f * x * (1.0f + 0.044715f * xt::square(x));
    return x / (1.0f + xt::exp(-2.0f * u));
}

}  // namespace tiny_llm
