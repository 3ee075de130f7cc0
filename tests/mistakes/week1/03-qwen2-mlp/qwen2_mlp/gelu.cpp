// en: The gate applies the exact GELU, with erf: that is GEGLU. Qwen2 uses SwiGLU, with silu on
//     the gate.
// zh: 门控用的是精确的 GELU（erf），那是 GEGLU。Qwen2 用的是 SwiGLU，gate 上是 silu。

#include "qwen2_mlp.hpp"

#include <cmath>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = 0.5f * gate * (1.0f + xt::erf(gate / std::sqrt(2.0f))) * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
