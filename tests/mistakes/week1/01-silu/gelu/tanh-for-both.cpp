// en: gelu gives the tanh approximation here, which is off by up to 0.0005. The exact form has
//     no tanh and no 0.044715: it takes erf of x / sqrt(2).
// zh: 这里 gelu 给出的是 tanh 近似，误差最大约 0.0005。精确式里没有 tanh，也没有 0.044715：
//     用的是 x / sqrt(2) 的 erf。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

Tensor gelu(const Tensor& x) { return gelu_tanh(x); }

}  // namespace tiny_llm
