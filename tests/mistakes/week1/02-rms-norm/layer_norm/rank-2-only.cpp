// en: Only matrices are accepted here. Any number of leading axes must do: average over axis
//     x.dimension() - 1 instead of axis 1.
// zh: 这里只接受矩阵。前面应可以有任意多维：沿第 x.dimension() - 1 维求平均，不要写死第 1 维。

#include "layer_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    if (x.dimension() != 2) throw std::invalid_argument("layer_norm: x must have two axes");
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
