// en: This is the tanh approximation of GELU, which GPT-2 and Gemma use. SiLU needs no cubic term
//     and no 0.79788: it is x * sigmoid(x).
// zh: 这是 GELU 的 tanh 近似，GPT-2 和 Gemma 用的是它。SiLU 没有三次项，也没有 0.79788 这个系数，
//     就是 x * sigmoid(x)。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.data()[i];
        const float u = std::sqrt(2.0f / 3.14159265f) * (v + 0.044715f * v * v * v);
        y.data()[i] = 0.5f * v * (1.0f + std::tanh(u));
    }
    return y;
}

}  // namespace tiny_llm
