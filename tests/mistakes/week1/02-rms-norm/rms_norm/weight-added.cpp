// en: The weight is added, like a bias. RMSNorm has no bias: multiply by the weight.
// zh: weight 被当成偏置加上去了。RMSNorm 没有偏置，应当乘以 weight。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) + weight;
}

}  // namespace tiny_llm
