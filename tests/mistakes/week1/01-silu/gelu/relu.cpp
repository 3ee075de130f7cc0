// en: gelu gives ReLU here, max(x, 0). GELU is smooth and keeps a small negative output: x times
//     the distribution function of the normal distribution.
// zh: 这里 gelu 给出的是 ReLU，即 max(x, 0)。GELU 是光滑的，会保留小的负输出：
//     x 乘标准正态分布的分布函数。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return xt::maximum(x, 0.0f); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
