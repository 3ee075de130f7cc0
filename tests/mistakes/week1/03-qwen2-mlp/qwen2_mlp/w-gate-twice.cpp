// en: W_gate is used for both, w_up not at all: your output is W_down (silu(W_gate x) * (W_gate
//     x)). The second factor is W_up x.
// zh: 两处用的都是 W_gate，没有用到 w_up：你的输出是 W_down (silu(W_gate x) * (W_gate x))。第二
//     个因子应当是 W_up x。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor hidden = silu(gate) * gate;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
