// en: The numbers are right, but x comes back with another shape: you flatten the caller's tensor
//     to two axes. Reshape a copy, or take xt::reshape_view(x, ...).
// zh: 数值是对的，但 x 的形状被改了：你把调用者的张量压成了二维。请对副本做 reshape，或者
//     用 xt::reshape_view(x, ...)。

#include "qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    Tensor& rows = const_cast<Tensor&>(x);
    rows.reshape({x.size() / dim, dim});
    Tensor y = linear(silu(linear(rows, w_gate)) * linear(rows, w_up), w_down);
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
