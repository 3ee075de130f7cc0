// en: gelu_tanh gives the factor alone, which is 0.5 at 0. The function is x times this factor,
//     and 0 at 0.
// zh: gelu_tanh 只给出了系数，它在 0 处是 0.5。函数是 x 乘这个系数，在 0 处是 0。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
