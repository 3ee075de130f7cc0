// en: All of gelu is 0: 1 / 2 is a division of two integers in C++, and its result is 0. Write
//     0.5f.
// zh: gelu 的结果全是 0：在 C++ 里 1 / 2 是整数除法，结果是 0。写成 0.5f。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 1 / 2 * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
