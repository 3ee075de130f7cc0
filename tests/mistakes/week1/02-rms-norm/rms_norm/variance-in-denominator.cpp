// en: The denominator is the standard deviation, sqrt(var(x) + eps), with the mean taken out.
//     RMSNorm divides by the root of mean(x²), with the mean left in: rows far from zero show the
//     difference.
// zh: 分母用的是标准差 sqrt(var(x) + eps)，里面减掉了均值。RMSNorm 除以的是 mean(x²) 的平方根，
//     均值保留在内；远离零的行最能看出差别。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor variance = xt::mean(xt::square(x - mean), {last}, xt::keep_dims);
    return x / xt::sqrt(variance + eps) * weight;
}

}  // namespace tiny_llm
