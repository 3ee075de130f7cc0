// en: x is multiplied by sqrt(mean(x²) + eps), not divided by it: large rows grow instead of
//     shrinking to about 1. torch.rsqrt is one over the root.
// zh: x 乘上了 sqrt(mean(x²) + eps)，而不是除以它：大的行变得更大，而不是回到 1 附近。
//     torch.rsqrt 是平方根的倒数。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x * xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
