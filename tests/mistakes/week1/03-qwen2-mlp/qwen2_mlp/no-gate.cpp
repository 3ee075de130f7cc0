// en: The gate is missing: your output is W_down silu(W_up x), a feed-forward layer without a
//     gate. The layer multiplies silu(W_gate x) by W_up x.
// zh: 缺了门控：你的输出是 W_down silu(W_up x)，只是普通的前馈层。这一层要用 silu(W_gate x) 去
//     乘 W_up x。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor hidden = silu(linear(x, w_up));
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
