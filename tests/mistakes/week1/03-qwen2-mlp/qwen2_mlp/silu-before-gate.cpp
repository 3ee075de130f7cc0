// en: silu is applied to x before W_gate. It belongs after: silu(W_gate x).
// zh: silu 在 W_gate 之前就作用到了 x 上。它应当在之后：silu(W_gate x)。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor hidden = linear(silu(x), w_gate) * linear(x, w_up);
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
