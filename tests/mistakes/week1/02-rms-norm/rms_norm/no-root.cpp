// en: The root is missing: x is divided by mean(x²) + eps. Divide by its square root.
// zh: 缺了开方：x 除以的是 mean(x²) + eps。应当除以它的平方根。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / (mean_square + eps) * weight;
}

}  // namespace tiny_llm
