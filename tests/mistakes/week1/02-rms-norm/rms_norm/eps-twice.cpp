// en: eps is added twice: once to the mean square and once more to the root. Once is enough:
//     sqrt(mean(x²) + eps).
// zh: eps 加了两次：均方上加了一次，开方之后又加了一次。加一次就够了：sqrt(mean(x²) + eps)。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / (xt::sqrt(mean_square + eps) + eps) * weight;
}

}  // namespace tiny_llm
