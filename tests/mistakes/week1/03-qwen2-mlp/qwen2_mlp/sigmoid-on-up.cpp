// en: The up projection goes through a sigmoid: silu(gate) * sigmoid(up). Only the gate gets an
//     activation; up goes into the product as it is.
// zh: up 多经过了一个 sigmoid：silu(gate) * sigmoid(up)。只有 gate 有激活函数，up 原样参与相
//     乘。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = silu(gate) / (1.0f + xt::exp(-up));
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
