// en: This is RMSNorm with a bias: no mean is subtracted. LayerNorm subtracts the mean of the row
//     first, and divides by the root of the variance.
// zh: 这是加了 bias 的 RMSNorm：没有减均值。LayerNorm 先减去这一行的均值，再除以方差的平方根。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor& c = x;
    const Tensor var = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
