// en: You scale by 1 + weight. Some code stores the weight that way (Gemma's norm, NVIDIA's
//     "layernorm 1p"); here, as in PyTorch, the weight is the factor itself.
// zh: 你乘的是 1 + weight。有些实现这样存权重（Gemma 的归一化、NVIDIA 的 layernorm 1p），但这里
//     与 PyTorch 相同，weight 本身就是系数。

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
    return c / xt::sqrt(var + eps) * (1.0f + weight) + bias;
}

}  // namespace tiny_llm
