// en: You divide by the mean of |x - mean|. The variance is the mean of the squares, and you
//     divide by its root.
// zh: 你除以的是 |x - mean| 的平均。方差是平方的平均，再开方才是要除的数。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor deviation = xt::mean(xt::abs(c), {last}, xt::keep_dims);
    const Tensor var = xt::square(deviation);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
