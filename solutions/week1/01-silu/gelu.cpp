#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float pi = 3.14159265f;
    // xt::tanh and not a quotient of exponentials, which is infinity / infinity from x = 10.1 on.
    return 0.5f * x * (1.0f + xt::tanh(std::sqrt(2.0f / pi) * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
