// en: silu is applied to the up projection: your output is W_down (W_gate x * silu(W_up x)).
//     Either gate and up are swapped, or silu is on the wrong one: it belongs to the gate.
// zh: silu 用在了 up 上：你的输出是 W_down (W_gate x * silu(W_up x))。要么 gate 和 up 弄反了，
//     要么 silu 放错了：它属于 gate。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = gate * silu(up);
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
