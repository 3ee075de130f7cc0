// en: This is LayerNorm: you subtract the row's mean and divide by the standard deviation.
//     RMSNorm leaves the mean where it is: take the mean of x² itself, and divide x itself.
// zh: 这是 LayerNorm：减去了每行的均值，再除以标准差。RMSNorm 不减均值：直接对 x² 求均值，被除
//     的也是 x 本身。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor centred = x - mean;
    const Tensor variance = xt::mean(xt::square(centred), {last}, xt::keep_dims);
    return centred / xt::sqrt(variance + eps) * weight;
}

}  // namespace tiny_llm
