// en: x is added to the output. The residual connection belongs to the block around this layer:
//     return W_down (...) alone.
// zh: 输出里加上了 x。残差连接属于外层的 block，这里只返回 W_down (...) 的结果。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return x + linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
