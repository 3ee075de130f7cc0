// en: This is GELU, x * Phi(x) with erf, which BERT uses. SiLU has the sigmoid in the place of
//     Phi: x * sigmoid(x).
// zh: 这是 GELU，即用 erf 计算的 x * Phi(x)，BERT 用的是它。SiLU 用 sigmoid 代替 Phi：
//     x * sigmoid(x)。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        y.data()[i] = 0.5f * x.data()[i] * (1.0f + std::erf(x.data()[i] / std::sqrt(2.0f)));
    }
    return y;
}

}  // namespace tiny_llm
