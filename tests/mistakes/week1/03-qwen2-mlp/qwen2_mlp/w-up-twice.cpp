// en: W_up is used for both, w_gate not at all: your output is W_down (silu(W_up x) * (W_up x)).
//     silu takes W_gate x.
// zh: 两处用的都是 W_up，没有用到 w_gate：你的输出是 W_down (silu(W_up x) * (W_up x))。silu 的
//     输入应当是 W_gate x。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = silu(up) * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
