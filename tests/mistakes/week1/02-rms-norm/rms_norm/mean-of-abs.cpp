// en: The rows are divided by mean(|x|) + eps. That is not the root mean square: square first,
//     then take the mean, then the root. Large elements count for more that way.
// zh: 每一行除以的是 mean(|x|) + eps，这不是均方根。次序是先平方，再求均值，再开方，这样大的元
//     素占的分量更重。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_abs = xt::mean(xt::abs(x), {last}, xt::keep_dims);
    return x / (mean_abs + eps) * weight;
}

}  // namespace tiny_llm
