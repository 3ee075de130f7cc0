// en: Under the root is the mean of x, not of x²: rows with a negative mean become NaN. Square
//     each element before you take the mean.
// zh: 根号里是 x 的均值，而不是 x² 的均值，均值为负的行会变成 NaN。求均值之前，先把每个元素平
//     方。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    return x / xt::sqrt(mean + eps) * weight;
}

}  // namespace tiny_llm
