// en: No weight is transposed. They are stored as output x input: unless that is square the
//     shapes do not fit, and if it is the numbers are wrong. Take x W^T, as linear does.
// zh: 三个权重都没有转置。它们按 输出 × 输入 存放：不是方阵时形状对不上，是方阵时数值就错了。应
//     当算 x W^T，linear 就是这样做的。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    if (x.size() == 0) return x;
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor gate = xt::linalg::dot(rows, w_gate);
    const Tensor up = xt::linalg::dot(rows, w_up);
    const Tensor hidden = silu(gate) * up;
    Tensor y = xt::linalg::dot(hidden, w_down);
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
