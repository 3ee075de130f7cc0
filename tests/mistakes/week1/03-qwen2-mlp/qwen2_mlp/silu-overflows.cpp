// en: The formula is right on paper, but exp(z) becomes infinite for a large gate, and infinity /
//     infinity is NaN. Call your own silu, or divide by 1 + exp(-z).
// zh: 公式在纸面上是对的，但 gate 很大时 exp(z) 变成无穷大，而无穷大除以无穷大是 NaN。直接调用
//     你写好的 silu，或者除以 1 + exp(-z)。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = gate * xt::exp(gate) / (1.0f + xt::exp(gate)) * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
