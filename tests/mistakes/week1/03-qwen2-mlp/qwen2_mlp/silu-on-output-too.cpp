// en: silu is applied once more, to the output of W_down. The last step of the layer is linear:
//     return what W_down gives.
// zh: W_down 的输出又做了一次 silu。这一层的最后一步是线性的：直接返回 W_down 的结果。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return silu(linear(silu(gate) * up, w_down));
}

}  // namespace tiny_llm
