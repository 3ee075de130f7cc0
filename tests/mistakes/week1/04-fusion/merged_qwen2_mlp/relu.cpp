// en: The gate goes through ReLU: that is ReGLU. Qwen2 takes SiLU.
// zh: gate 过的是 ReLU：那是 ReGLU。Qwen2 用的是 SiLU。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    const Tensor w_up = xt::view(w_gate_up, xt::range(hidden_dim, 2 * hidden_dim));
    const Tensor gate = xt::maximum(linear(x, w_gate), 0.0f);
    return linear(gate * linear(x, w_up), w_down);
}

}  // namespace tiny_llm
