// en: gelu gives SiLU here, x * sigmoid(x). GELU has the same form, but the factor is the
//     distribution function of the normal distribution, (1 + erf(x / sqrt(2))) / 2.
// zh: 这里 gelu 给出的是 SiLU，即 x * sigmoid(x)。GELU 形式相同，
//     但系数换成了标准正态分布的分布函数，也就是 (1 + erf(x / sqrt(2))) / 2。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return x / (1.0f + xt::exp(-x)); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
