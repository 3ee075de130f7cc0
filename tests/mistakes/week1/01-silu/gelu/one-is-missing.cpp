// en: In gelu, the 1 beside erf is missing: erf runs from -1 to 1, so the output is never
//     negative. The factor is (1 + erf(...)) / 2.
// zh: gelu 里 erf 旁边少了 1：erf 的取值从 -1 到 1，所以输出永远不是负数。
//     系数应是 (1 + erf(...)) / 2。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * xt::erf(x / std::sqrt(2.0f)); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
