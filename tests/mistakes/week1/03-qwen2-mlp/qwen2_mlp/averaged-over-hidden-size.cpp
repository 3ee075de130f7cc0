// en: The output is divided by hidden_dim: you take a mean where W_down takes a sum.
// zh: 输出除以了 hidden_dim：W_down 求的是和，你求成了平均。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down) / static_cast<float>(hidden_dim);
}

}  // namespace tiny_llm
