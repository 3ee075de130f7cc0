// en: silu is applied to the output of W_down and not to the gate. It belongs to the gate, before
//     the product.
// zh: silu 作用在了 W_down 的输出上，而不是 gate 上。它属于 gate，应当在相乘之前。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return silu(linear(gate * up, w_down));
}

}  // namespace tiny_llm
