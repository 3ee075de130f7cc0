// en: In gelu_tanh, the constant is sqrt(pi / 2) = 1.2533, upside down. It is sqrt(2 / pi) =
//     0.7979.
// zh: gelu_tanh 里的常数写成了 sqrt(pi / 2)，即 1.2533，上下颠倒了。应是 sqrt(2 / pi)，
//     即 0.7979。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(3.14159265f / 2.0f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
