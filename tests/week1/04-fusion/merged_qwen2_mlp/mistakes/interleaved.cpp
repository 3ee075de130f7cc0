#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, 2 * hidden_dim, 2));
    const Tensor w_up = xt::view(w_gate_up, xt::range(1, 2 * hidden_dim, 2));
    return linear(silu(linear(x, w_gate)) * linear(x, w_up), w_down);
}

}  // namespace tiny_llm
