// en: In gelu, x is divided by 2 inside erf, and not by sqrt(2) = 1.414.
// zh: gelu 的 erf 里除以的是 2，而不是根号二，即 1.414。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / 2.0f)); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
