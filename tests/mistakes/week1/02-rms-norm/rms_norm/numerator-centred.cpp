// en: The row's mean is subtracted from x before it is divided; the denominator is right. RMSNorm
//     does not centre: divide x itself.
// zh: 分母是对的，但分子先减去了这一行的均值。RMSNorm 不做中心化：被除的就是 x 本身。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    return (x - mean) / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
