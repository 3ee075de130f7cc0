// en: In gelu, erf is taken of x itself. The distribution function of the normal distribution is
//     (1 + erf(x / sqrt(2))) / 2: divide x by the root of two first.
// zh: gelu 里直接对 x 求了 erf。标准正态分布的分布函数是 (1 + erf(x / sqrt(2))) / 2：
//     要先把 x 除以根号二。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x)); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
