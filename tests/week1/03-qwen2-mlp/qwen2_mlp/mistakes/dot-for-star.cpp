#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = silu(linear(x, w_gate));
    const Tensor up = linear(x, w_up);
    return linear(xt::linalg::dot(gate, up), w_down);
}

}  // namespace tiny_llm
