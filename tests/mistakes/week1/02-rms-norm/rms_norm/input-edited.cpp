// en: The numbers are right, but x itself is changed: your code normalizes it in place, and the
//     residual connection still needs the old x. Write into a tensor of your own, and leave out
//     the const_cast.
// zh: 数值是对的，但输入 x 被改了：你在原地做了归一化，而残差连接之后还要用原来的 x。请写到自己
//     的张量里，也不要用 const_cast。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    Tensor& y = const_cast<Tensor&>(x);
    y /= xt::sqrt(mean_square + eps);
    y *= weight;
    return y;
}

}  // namespace tiny_llm
