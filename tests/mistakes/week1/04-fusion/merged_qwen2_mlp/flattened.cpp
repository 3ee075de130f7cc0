// en: The numbers are right, but the leading axes are lost: the output has the shape of x.
//     Reshape it at the end, or let linear keep the axes.
// zh: 数值是对的，但前面的维丢了：输出的形状应与 x 相同。在最后 reshape，或让 linear 保留这些维。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    return linear(silu_and_mul(linear(rows, w_gate_up)), w_down);
}

}  // namespace tiny_llm
