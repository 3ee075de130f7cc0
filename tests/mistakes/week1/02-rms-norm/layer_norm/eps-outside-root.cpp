// en: eps is added after the root. It belongs inside: sqrt(var + eps), not sqrt(var) + eps. The
//     two differ where the variance is near eps.
// zh: eps 加在了开方之后。它应当在根号之内：sqrt(var + eps)，而不是 sqrt(var) + eps。方差与 eps 相
//     近时，两者相差很大。

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
    return c / (xt::sqrt(var) + eps) * weight + bias;
}

}  // namespace tiny_llm
