// en: You divide by the variance plus eps, without the root. The standard deviation is its square
//     root.
// zh: 你直接除以了方差加 eps，没有开方。应除以它的平方根，也就是标准差。

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
    return c / (var + eps) * weight + bias;
}

}  // namespace tiny_llm
