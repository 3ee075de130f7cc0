// en: The numbers are right, but x itself is changed: a later step wrote into the input, whose
//     owner still needs it for the residual. Work on a tensor of your own.
// zh: 数值是对的，但输入 x 被改了：后面的步骤写回了输入，而调用者之后还要用它加残差。
//     请在自己的张量里计算。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor& mine = const_cast<Tensor&>(x);
    mine = linear(silu_and_mul(linear(x, w_gate_up)), w_down);
    return mine;
}

}  // namespace tiny_llm
