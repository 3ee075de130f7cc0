// en: The reduced axis is gone, so the means of N rows are broadcast along the last axis: an
//     exception mostly, and on a square x each column is divided by some row's root. Keep the
//     axis: xt::keep_dims.
// zh: 求均值后那一维消失了，N 行的均值于是沿最后一维广播：多数情况下抛异常，方阵时则是每一列除
//     以了某一行的均方根。用 xt::keep_dims 保留这一维。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last});
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
