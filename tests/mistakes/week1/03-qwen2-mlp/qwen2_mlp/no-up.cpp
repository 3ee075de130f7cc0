// en: The up projection is missing: your output is W_down silu(W_gate x), a feed-forward layer
//     without a gate. Multiply silu(W_gate x) by W_up x.
// zh: 缺了 up：你的输出是 W_down silu(W_gate x)，只是没有门控的前馈层。silu(W_gate x) 还要乘
//     上 W_up x。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor hidden = silu(gate);
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
