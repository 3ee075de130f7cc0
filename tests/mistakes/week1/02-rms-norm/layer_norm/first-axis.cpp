// en: The mean and the variance are taken over the first axis, across the rows: that is
//     BatchNorm's direction. LayerNorm averages over the last axis, inside each row.
// zh: 均值和方差沿第一维求，跨过了各行：那是 BatchNorm 的方向。LayerNorm 沿最后一维，在每一行之内
//     求平均。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    if (x.shape(0) == 0) return x;
    const Tensor mean = xt::mean(x, {std::size_t{0}}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), {std::size_t{0}}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
