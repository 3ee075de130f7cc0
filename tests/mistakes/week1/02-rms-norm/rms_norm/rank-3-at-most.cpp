// en: Up to three axes are accepted, four are refused. x may have any number of leading axes:
//     work on the last axis, x.dimension() - 1, or on x.size() / dim rows.
// zh: 最多接受三维，四维就拒绝了。x 前面可以有任意多维：请沿最后一维 x.dimension() - 1 计算，或
//     者按 x.size() / dim 行来循环。

#include "rms_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.dimension() > 3) throw std::invalid_argument("RMSNorm: x has too many axes");
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
