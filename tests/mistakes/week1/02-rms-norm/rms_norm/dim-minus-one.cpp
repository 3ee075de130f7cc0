// en: The sum of squares is divided by D - 1, as for a sample's variance. The mean square is
//     divided by D; with D = 1 you divide by zero.
// zh: 平方和除以了 D - 1，那是样本方差的算法。均方要除以 D；D = 1 时你会除以零。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor sum = xt::sum(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(sum / (static_cast<float>(dim) - 1.0f) + eps) * weight;
}

}  // namespace tiny_llm
