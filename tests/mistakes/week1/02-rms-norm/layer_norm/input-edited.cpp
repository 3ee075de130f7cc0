// en: The numbers are right, but x itself is changed. Work on a tensor of your own.
// zh: 数值是对的，但输入 x 被改了。请在自己的张量上计算。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), {last}, xt::keep_dims);
    const Tensor y = c / xt::sqrt(var + eps) * weight + bias;
    const_cast<Tensor&>(x) = y;
    return y;
}

}  // namespace tiny_llm
