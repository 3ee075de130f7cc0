// en: eps is squared before it is added: sqrt(mean(x²) + eps²). The mean is already one of
//     squares, and eps is added to it as it is.
// zh: eps 先平方再相加了：sqrt(mean(x²) + eps²)。这里均值本身就是平方的均值，eps 直接加上去即
//     可，不要再平方。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps * eps) * weight;
}

}  // namespace tiny_llm
