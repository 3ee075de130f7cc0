// en: One mean and one variance are taken over all of x. Each row has its own: average over the
//     last axis alone.
// zh: 均值和方差是对整个 x 求的。每一行都有自己的：只对最后一维求平均。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    if (x.size() == 0) return x;
    const float mean = xt::mean(x)();
    const Tensor c = x - mean;
    const float var = xt::mean(xt::square(c))();
    return c / std::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
