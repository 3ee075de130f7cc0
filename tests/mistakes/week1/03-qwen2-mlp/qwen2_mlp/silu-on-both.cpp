// en: silu is applied to gate and up alike. Only the gate gets it; up goes into the product as it
//     is.
// zh: gate 和 up 都加了 silu。只有 gate 要加，up 原样参与相乘。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = silu(gate) * silu(up);
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
