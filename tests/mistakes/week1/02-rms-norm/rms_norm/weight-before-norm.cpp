// en: x is multiplied by the weight first, and the result is normalized: the weight changes the
//     root mean square too. Normalize x, then multiply by the weight.
// zh: 你先把 x 乘上 weight，再做归一化，weight 因此也改变了均方根。应当先归一化 x，再
//     乘 weight。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor scaled = x * weight;
    const Tensor mean_square = xt::mean(xt::square(scaled), {last}, xt::keep_dims);
    return scaled / xt::sqrt(mean_square + eps);
}

}  // namespace tiny_llm
