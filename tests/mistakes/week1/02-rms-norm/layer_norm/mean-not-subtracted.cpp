// en: You divide by the standard deviation, but the mean is still in the numerator: the output
//     keeps the shift of the input. Divide x - mean(x).
// zh: 除以了标准差，但分子里没有减均值，输入的整体平移留在了输出里。分子应当是 x - mean(x)。

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
    return x / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
