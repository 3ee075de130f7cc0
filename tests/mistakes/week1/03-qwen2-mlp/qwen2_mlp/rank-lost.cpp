// en: The numbers are right, but the leading axes are gone: the output is rows x dim. Give it the
//     shape of x again before you return it.
// zh: 数值是对的，但前面的维没有了：输出成了 行数 × dim。返回之前，把形状恢复成 x 的形状。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    return linear(silu(linear(rows, w_gate)) * linear(rows, w_up), w_down);
}

}  // namespace tiny_llm
