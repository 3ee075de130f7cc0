// en: The shape of weight is not checked. One that broadcasts, such as (1,), gives numbers without
//     a complaint. Keep the checks of the stub.
// zh: 没有检查 weight 的形状。能广播的形状（例如 (1,)）会悄悄算出结果。请保留模板里的检查。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
