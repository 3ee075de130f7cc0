#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor hidden = silu(linear(x, w_gate));
    hidden *= linear(x, w_up);
    return linear(hidden, w_down, std::nullopt);
}

}  // namespace tiny_llm
