// en: silu(gate) and up are added. Multiply them, element by element: the gate decides how much
//     of up passes.
// zh: silu(gate) 和 up 被加在了一起。应当逐元素相乘：由 gate 决定 up 通过多少。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = silu(gate) + up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
