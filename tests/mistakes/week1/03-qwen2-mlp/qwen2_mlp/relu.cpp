// en: The gate applies ReLU: that is ReGLU. Qwen2 uses SwiGLU, with silu on the gate: negative
//     values of the gate do not become zero.
// zh: 门控用的是 ReLU，那是 ReGLU。Qwen2 用的是 SwiGLU，gate 上是 silu：负值不会变成零。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = xt::maximum(gate, 0.0f) * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
