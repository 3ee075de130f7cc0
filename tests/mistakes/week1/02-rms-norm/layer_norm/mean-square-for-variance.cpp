// en: The mean is subtracted in the numerator, but you divide by the root of mean(x²). The
//     variance is the mean square of what is left after the mean is taken away.
// zh: 分子减了均值，但分母用的是 mean(x²) 的平方根。方差是减去均值之后的均方。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
