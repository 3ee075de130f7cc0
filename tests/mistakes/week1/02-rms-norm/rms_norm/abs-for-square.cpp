// en: Under the root is the mean of |x|, not the mean of x²: sqrt(mean(|x|) + eps). Use the
//     square.
// zh: 根号里是 |x| 的均值，而不是 x² 的均值：sqrt(mean(|x|) + eps)。应当用平方。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_abs = xt::mean(xt::abs(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_abs + eps) * weight;
}

}  // namespace tiny_llm
