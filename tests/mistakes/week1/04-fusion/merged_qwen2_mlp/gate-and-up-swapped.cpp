// en: Up is taken from the first rows of w_gate_up and the gate from the others. The first I
//     rows are the gate, and SiLU belongs to the gate.
// zh: 这里把 w_gate_up 的前 I 行当成了 up，后 I 行当成了 gate。前 I 行才是 gate，
//     SiLU 用在 gate 上。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    const Tensor w_up = xt::view(w_gate_up, xt::range(hidden_dim, 2 * hidden_dim));
    return linear(silu(linear(x, w_up)) * linear(x, w_gate), w_down);
}

}  // namespace tiny_llm
