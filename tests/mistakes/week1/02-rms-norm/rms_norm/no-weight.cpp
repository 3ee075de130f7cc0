// en: The weight is missing: your output equals x / sqrt(mean(x²) + eps). Multiply each element
//     by its weight.
// zh: 缺了 weight：你的输出等于 x / sqrt(mean(x²) + eps)。每个元素还要乘上自己的权重。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps);
}

}  // namespace tiny_llm
