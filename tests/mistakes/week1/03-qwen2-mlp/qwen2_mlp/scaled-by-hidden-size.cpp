// en: The output is divided by sqrt(hidden_dim). Such a scale belongs to attention's scores; this
//     layer has none.
// zh: 输出除以了 sqrt(hidden_dim)。这种缩放是注意力分数里的，这一层没有缩放。

#include "qwen2_mlp.hpp"

#include <cmath>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down) / std::sqrt(static_cast<float>(hidden_dim));
}

}  // namespace tiny_llm
