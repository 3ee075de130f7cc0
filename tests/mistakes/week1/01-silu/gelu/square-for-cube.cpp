// en: In gelu_tanh, x is squared where the formula has its third power. The square loses the
//     sign, so that x and -x no longer belong together.
// zh: gelu_tanh 里该用三次方的地方用了平方。平方会丢掉符号，x 与 -x 就不再对应了。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x)));
}

}  // namespace tiny_llm
