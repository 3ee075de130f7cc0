// en: In gelu_tanh, the coefficient of the cubic term is ten times too large: it is 0.044715,
//     with a zero behind the point.
// zh: gelu_tanh 里三次项的系数大了十倍：应是 0.044715，小数点后面还有一个 0。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.44715f * x * x * x)));
}

}  // namespace tiny_llm
