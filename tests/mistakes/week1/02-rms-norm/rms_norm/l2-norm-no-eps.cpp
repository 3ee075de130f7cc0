// en: The rows are divided by their L2 norm, sqrt(sum(x²)): two things are missing under the
//     root. Divide the sum by D, so that it is a mean, and add eps.
// zh: 每一行除以的是它的 L2 范数 sqrt(sum(x²))，根号里少了两样东西：平方和要除以 D 变成均值，还
//     要加上 eps。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor sum = xt::sum(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(sum) * weight;
}

}  // namespace tiny_llm
