// en: The numbers are right, but x itself is changed: your code writes the result into the input,
//     which the residual connection still needs. Write into a tensor of your own, and leave out
//     the const_cast.
// zh: 数值是对的，但输入 x 被改了：你把结果写回了输入，而残差连接之后还要用它。请写到自己的张量
//     里，也不要用 const_cast。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    Tensor& y = const_cast<Tensor&>(x);
    y = linear(silu(gate) * up, w_down);
    return y;
}

}  // namespace tiny_llm
