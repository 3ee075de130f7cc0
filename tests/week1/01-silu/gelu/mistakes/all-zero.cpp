#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 1 / 2 * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 1 / 2 * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
