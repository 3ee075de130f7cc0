// en: Up is missing: silu(gate) goes into w_down alone. Multiply it by up first, which
//     silu_and_mul does.
// zh: 少了 up：只有 silu(gate) 进了 w_down。要先乘上 up，silu_and_mul 做的就是这件事。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    return linear(silu(linear(x, w_gate)), w_down);
}

}  // namespace tiny_llm
