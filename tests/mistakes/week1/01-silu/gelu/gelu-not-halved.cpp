// en: gelu is twice too large: 1 + erf runs from 0 to 2, and the factor has to run from 0 to 1.
//     Multiply by 0.5f.
// zh: gelu 大了一倍：1 + erf 的取值从 0 到 2，而系数应该从 0 到 1。再乘 0.5f。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
