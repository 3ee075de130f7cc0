// en: The gate applies sigmoid, as in the original GLU. Qwen2 uses SwiGLU: silu(z) = z *
//     sigmoid(z), so the gate's own value is a factor too.
// zh: 门控用的是 sigmoid，那是最初的 GLU。Qwen2 用的是 SwiGLU：silu(z) = z * sigmoid(z)，还要乘
//     上 gate 自身的值。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = up / (1.0f + xt::exp(-gate));
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
