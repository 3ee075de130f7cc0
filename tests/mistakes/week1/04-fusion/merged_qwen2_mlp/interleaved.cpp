// en: Gate and up are taken from w_gate_up in turns, even rows and odd ones. Here they stand one
//     after the other: I rows of the gate, then I rows of up. (Some models do store them in
//     turns.)
// zh: 这里按偶数行、奇数行交替取 gate 和 up。本题里它们是一前一后：先是 gate 的 I 行，
//     再是 up 的 I 行。（有的模型确实是交替存放的。）

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, 2 * hidden_dim, 2));
    const Tensor w_up = xt::view(w_gate_up, xt::range(1, 2 * hidden_dim, 2));
    return linear(silu(linear(x, w_gate)) * linear(x, w_up), w_down);
}

}  // namespace tiny_llm
