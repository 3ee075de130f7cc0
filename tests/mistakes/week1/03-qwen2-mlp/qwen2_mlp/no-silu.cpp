// en: silu is missing: your output is W_down (W_gate x * W_up x). Apply silu to the gate before
//     the product.
// zh: 缺了 silu：你的输出是 W_down (W_gate x * W_up x)。相乘之前，先对 gate 做 silu。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = gate * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
