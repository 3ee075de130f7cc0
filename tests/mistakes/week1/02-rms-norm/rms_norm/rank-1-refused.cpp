// en: A single vector is refused, but x may have no leading axis at all: then it is one row.
//     Count the rows with x.size() / dim, not from an axis that may not be there.
// zh: 这里拒绝了一维的 x，但 x 前面可以一个维都没有，这时它就是一行。行数用 x.size() / dim 来
//     算，不要依赖可能不存在的那一维。

#include "rms_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.dimension() < 2) throw std::invalid_argument("RMSNorm: x must have rows");
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
