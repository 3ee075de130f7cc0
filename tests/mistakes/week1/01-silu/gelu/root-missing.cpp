// en: In gelu_tanh, 2 / pi stands without its root. The constant is sqrt(2 / pi) = 0.7979.
// zh: gelu_tanh 里的 2 / pi 没有开方。这个常数是 sqrt(2 / pi)，即 0.7979。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = 2.0f / 3.14159265f;
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
