// en: Gate and up are added, or each goes through w_down alone and the results are added, which
//     is the same. A gate opens and closes, so it multiplies: silu(gate) * up, then one product
//     with w_down.
// zh: 这里把 gate 与 up 相加了，或者让两半各自过 w_down 再相加，两种写法结果相同。门控是开和关，
//     所以要相乘：先算 silu(gate) * up，再与 w_down 做一次乘法。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    const Tensor w_up = xt::view(w_gate_up, xt::range(hidden_dim, 2 * hidden_dim));
    return linear(silu(linear(x, w_gate)) + linear(x, w_up), w_down);
}

}  // namespace tiny_llm
