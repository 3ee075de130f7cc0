// en: Zero rows are refused, but no rows in is no rows out. Nothing special is needed: leave the
//     check out.
// zh: 这里拒绝了零行的输入，但输入零行，输出就是零行。不需要特殊处理，去掉这个检查。

#include "layer_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    if (x.size() == 0) throw std::invalid_argument("layer_norm: x is empty");
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return c / xt::sqrt(var + eps) * weight + bias;
}

}  // namespace tiny_llm
