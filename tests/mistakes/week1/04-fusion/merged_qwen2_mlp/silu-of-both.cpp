// en: SiLU is applied to the whole merged product, up included. Only the gate goes through SiLU.
// zh: 整个合并的乘积都过了 SiLU，连 up 也算进去了。只有 gate 要过 SiLU。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    const Tensor w_up = xt::view(w_gate_up, xt::range(hidden_dim, 2 * hidden_dim));
    return linear(silu(linear(x, w_gate)) * silu(linear(x, w_up)), w_down);
}

}  // namespace tiny_llm
