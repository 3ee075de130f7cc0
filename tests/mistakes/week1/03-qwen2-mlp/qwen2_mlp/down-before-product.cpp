// en: W_down is applied to silu(gate) and to up apart, and the two results are multiplied.
//     Multiply first; W_down comes once, last.
// zh: W_down 分别作用在 silu(gate) 和 up 上，然后才把两个结果相乘。应当先相乘，最后只用一
//     次 W_down。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate), w_down) * linear(up, w_down);
}

}  // namespace tiny_llm
