// en: The numbers are right, but x itself comes back with another shape: your code reshapes the
//     input, whose owner still needs it. Reshape a copy or a view, and leave out the const_cast.
// zh: 数值是对的，但输入 x 的形状被改了：你对输入本身做了 reshape，而调用者之后还要用它。
//     请对副本或视图做 reshape，也不要用 const_cast。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
                   x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    Tensor& flat = const_cast<Tensor&>(x);
    flat.reshape({x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
