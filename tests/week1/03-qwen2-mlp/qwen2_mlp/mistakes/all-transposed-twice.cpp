#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, xt::transpose(w_gate));
    const Tensor up = linear(x, xt::transpose(w_up));
    return linear(silu(gate) * up, xt::transpose(w_down));
}

}  // namespace tiny_llm
