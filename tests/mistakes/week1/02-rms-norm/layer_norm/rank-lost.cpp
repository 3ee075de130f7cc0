// en: The result is always rows × D: the leading axes are lost. Give it the shape of x.
// zh: 结果总是“行数 × D”的矩阵，前面的维丢了。结果应与 x 形状相同。

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
    Tensor y = c / xt::sqrt(var + eps) * weight + bias;
    const std::size_t width = x.shape(last);
    y.reshape({width ? x.size() / width : 0, width});
    return y;
}

}  // namespace tiny_llm
