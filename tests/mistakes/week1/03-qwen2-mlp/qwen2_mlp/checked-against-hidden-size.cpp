// en: x is checked against hidden_dim, so nothing passes but a square layer. The last axis of x
//     has dim elements; only between the projections are there hidden_dim.
// zh: 你用 hidden_dim 去检查 x，于是只有方阵的情形能通过。x 的最后一维是 dim，只有在几个投影之
//     间才是 hidden_dim。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == hidden_dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
