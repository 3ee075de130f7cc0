// en: This is LayerNorm, and with the sample variance, divided by D - 1: you subtract the row's
//     mean and divide by the standard deviation. RMSNorm leaves the mean where it is and divides
//     the sum of x² by D.
// zh: 这是 LayerNorm，而且用的是除以 D - 1 的样本方差：减去了每行的均值，再除以标准差。
//     RMSNorm 不减均值，x² 之和除以 D。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor centred = x - mean;
    const Tensor sum = xt::sum(xt::square(centred), {last}, xt::keep_dims);
    return centred / xt::sqrt(sum / (static_cast<float>(dim) - 1.0f) + eps) * weight;
}

}  // namespace tiny_llm
