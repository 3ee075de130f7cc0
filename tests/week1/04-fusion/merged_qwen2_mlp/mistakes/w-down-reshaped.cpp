#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor down = w_down;
    down.reshape({hidden_dim, dim});
    return linear(silu_and_mul(linear(x, w_gate_up)), xt::transpose(down));
}

}  // namespace tiny_llm
