// en: The squares are summed, but the sum is not divided by D. The variance is their mean.
// zh: 平方求了和，却没有除以 D。方差是平方的平均。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::sum(xt::square(c), {last}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
