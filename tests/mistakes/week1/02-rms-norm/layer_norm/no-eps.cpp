// en: eps is missing: you divide by sqrt(var). Rows whose variance is near eps come out too large,
//     and a constant row divides 0 by 0. Add eps to the variance, inside the root.
// zh: 缺少 eps：你除以的是 sqrt(var)。方差与 eps 相近的行会偏大，常数行则变成 0 除以 0。请在根号内
//     给方差加上 eps。

#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, [[maybe_unused]] float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return c / xt::sqrt(var) * weight + bias;
}

}  // namespace tiny_llm
