// en: The down projection is missing: you return silu(gate) * up, whose last axis has hidden_dim
//     elements. Bring it back to dim with w_down.
// zh: 缺了 down：你返回的是 silu(gate) * up，最后一维是 hidden_dim。还要用 w_down 把它变
//     回 dim。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return silu(gate) * up;
}

}  // namespace tiny_llm
