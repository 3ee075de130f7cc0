#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gated = silu(linear(x, w_gate)) * linear(x, w_up);
    return linear(gated, w_down);
}

}  // namespace tiny_llm
