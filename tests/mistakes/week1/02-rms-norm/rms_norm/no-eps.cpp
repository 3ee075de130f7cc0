// en: eps is missing: your output equals x / sqrt(mean(x²)) * weight. Rows far above eps hide it,
//     but tiny rows come out too large and a row of zeros becomes NaN. Add eps to the mean square
//     before you take the root.
// zh: 缺了 eps：你的输出等于 x / sqrt(mean(x²)) * weight。数值远大于 eps 的行看不出差别，但很小
//     的行会被放得过大，全零的行会变成 NaN。开方之前，先给均方加上 eps。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square) * weight;
}

}  // namespace tiny_llm
