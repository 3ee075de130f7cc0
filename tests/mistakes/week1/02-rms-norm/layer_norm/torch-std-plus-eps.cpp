// en: You divide by std + eps with the std of torch.std: that divides by D - 1, and eps stands
//     outside the root. LayerNorm divides by sqrt(var + eps), and its variance divides by D.
// zh: 你除以的是 std + eps，而且 std 与 torch.std 一样用了 D - 1，eps 也在根号外。LayerNorm 除
//     以 sqrt(var + eps)，其中方差除以 D。

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
    return c / (xt::sqrt(var) + eps) * weight + bias;
}

}  // namespace tiny_llm
