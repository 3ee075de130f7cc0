// en: One mean square is taken over the whole tensor, so a large row shrinks all others. Each row
//     has its own: take the mean over the last axis alone.
// zh: 均方是对整个张量求的，一行大的数会把其他行都压小。每一行有自己的均方：只沿最后一维求均
//     值。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const float mean_square = xt::mean(xt::square(x))();
    return x / std::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
