// en: silu is applied to the product: silu(gate * up). Apply it to the gate alone, then multiply:
//     silu(gate) * up.
// zh: silu 作用在了乘积上：silu(gate * up)。应当只作用于 gate，再相乘：silu(gate) * up。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = silu(gate * up);
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
