// en: In gelu, x is multiplied by sqrt(2) inside erf. It has to be divided by it: erf(x /
//     sqrt(2)).
// zh: gelu 的 erf 里把 x 乘上了根号二，应该是除以根号二：erf(x / sqrt(2))。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x * std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
