// en: gelu_tanh is NaN from about 10.1 on: your tanh is a quotient of exponentials, and there
//     exp is infinite above and below the line. Use xt::tanh, which knows its limits.
// zh: gelu_tanh 从约 10.1 起是 NaN：你的 tanh 是两个指数式的商，这时分子分母里的 exp 都是无穷大。
//     用 xt::tanh，它会处理好两端。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    const Tensor e = xt::exp(2.0f * c * (x + 0.044715f * x * x * x));
    return 0.5f * x * (1.0f + (e - 1.0f) / (e + 1.0f));
}

}  // namespace tiny_llm
