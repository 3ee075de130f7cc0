// en: eps is added to the sum of the squares, before it is divided by D, so that only eps / D is
//     left of it. Divide first, then add eps.
// zh: eps 加在了平方和上，之后才除以 D，结果只剩 eps / D。应先求平均，再加 eps。

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
    const Tensor var = (sum + eps) / static_cast<float>(x.shape(last));
    return c / xt::sqrt(var) * weight + bias;
}

}  // namespace tiny_llm
