// en: weight and bias have changed places: you multiply by bias and add weight.
// zh: weight 和 bias 用反了：你乘的是 bias，加的是 weight。

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
    return c / xt::sqrt(var + eps) * bias + weight;
}

}  // namespace tiny_llm
