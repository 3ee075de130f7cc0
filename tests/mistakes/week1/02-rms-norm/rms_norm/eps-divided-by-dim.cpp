// en: eps is added to the sum and then divided by D with it: sqrt((sum(x²) + eps) / D). Only 1/D
//     of it is left. Divide the sum first, then add eps.
// zh: eps 加到了平方和上，又跟着一起除以了 D：sqrt((sum(x²) + eps) / D)，只剩下 1/D。先把和除
//     以 D，再加 eps。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor sum = xt::sum(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt((sum + eps) / static_cast<float>(dim)) * weight;
}

}  // namespace tiny_llm
