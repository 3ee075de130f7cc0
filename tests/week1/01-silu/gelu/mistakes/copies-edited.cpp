#include "gelu.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
