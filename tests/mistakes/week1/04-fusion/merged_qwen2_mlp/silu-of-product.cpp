// en: SiLU is applied to gate * up. Apply it to the gate first, then multiply by up.
// zh: 这里对 gate * up 求了 SiLU。应先对 gate 求 SiLU，再与 up 相乘。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    const Tensor w_up = xt::view(w_gate_up, xt::range(hidden_dim, 2 * hidden_dim));
    return linear(silu(linear(x, w_gate) * linear(x, w_up)), w_down);
}

}  // namespace tiny_llm
