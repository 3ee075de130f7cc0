// en: Your variance divides by D - 1, as torch.std does by default and as statistics does for a
//     sample. LayerNorm divides by D: for 0, 1, 2, 3 the deviation is 1.1180, not 1.2910.
// zh: 你的方差除以了 D - 1，这是 torch.std 的默认行为，也是统计里的样本方差。LayerNorm 除以 D：
//     对 0, 1, 2, 3，标准差是 1.1180，不是 1.2910。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor sum = xt::sum(xt::square(c), {last}, xt::keep_dims);
    const Tensor var = sum / (static_cast<float>(x.shape(last)) - 1.0f);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
