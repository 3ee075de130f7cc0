// en: You divide by the weight. It is a factor: multiply by it.
// zh: 你除以了 weight。它是一个系数，应当相乘。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / (xt::sqrt(mean_square + eps) * weight);
}

}  // namespace tiny_llm
