// en: This is the other one of the two forms: gelu has to use erf, gelu_tanh tanh. They differ by at
//     most 0.0005, so a glance at the values does not show it.
// zh: 这是另一个函数的公式：gelu 应该用 erf，gelu_tanh 才用 tanh。两者最多差 0.0005，
//     光看数值不容易发现。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

Tensor gelu_tanh(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

}  // namespace tiny_llm
