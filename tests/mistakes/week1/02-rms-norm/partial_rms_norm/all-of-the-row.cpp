// en: The mean square is that of the whole row, and p has no effect: this is RMSNorm. Only the
//     first k elements are looked at.
// zh: 均方是对整行求的，p 没有起作用：这就是 RMSNorm。只应看前 k 个元素。

#include "partial_rms_norm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
