// en: eps is used as a lower bound: max(mean(x²), eps). Rows above eps then ignore it, and rows
//     below it are all divided by the same sqrt(eps). Add it instead, for every row: mean(x²) +
//     eps.
// zh: eps 被当成了下限：max(mean(x²), eps)。这样均方大于 eps 的行完全不受它影响，小于 eps 的行
//     又全都除以同一个 sqrt(eps)。应当对每一行做加法：mean(x²) + eps。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(xt::maximum(mean_square, eps)) * weight;
}

}  // namespace tiny_llm
