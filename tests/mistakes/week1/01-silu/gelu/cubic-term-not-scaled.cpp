// en: In gelu_tanh, sqrt(2 / pi) multiplies x alone. It stands before the bracket: sqrt(2 / pi)
//     * (x + 0.044715 * x * x * x).
// zh: gelu_tanh 里 sqrt(2 / pi) 只乘了 x。它在括号外面：
//     sqrt(2 / pi) * (x + 0.044715 * x * x * x)。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * x + 0.044715f * x * x * x));
}

}  // namespace tiny_llm
