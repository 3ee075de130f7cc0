// en: eps is added to 1 / sqrt(mean(x²)), after the division. There it protects nothing: a row of
//     zeros is still NaN. Add it to the mean square, before the root.
// zh: eps 加到了 1 / sqrt(mean(x²)) 上，也就是倒数之后。在那里它什么也保护不了，全零的行仍然
//     是 NaN。应当在开方之前把它加到均方上。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x * (1.0f / xt::sqrt(mean_square) + eps) * weight;
}

}  // namespace tiny_llm
