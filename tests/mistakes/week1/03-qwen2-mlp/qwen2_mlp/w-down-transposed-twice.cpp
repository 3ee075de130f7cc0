// en: w_down enters the product as stored, not transposed. linear transposes by itself: give it
//     the weight, not xt::transpose of it; with xt::linalg::dot, transpose once. Where hidden_dim
//     and dim differ the shapes do not fit, and where they are equal the numbers are wrong.
// zh: w_down 相乘时实际上没有转置。linear 自己会转置，直接传权重，不要传 xt::transpose 之后的；
//     用 xt::linalg::dot 时才要自己转置，而且只转置一次。hidden_dim 与 dim 不同时形状对不上，相
//     同时数值就错了。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, xt::transpose(w_down));
}

}  // namespace tiny_llm
