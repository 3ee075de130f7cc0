#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const auto last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(x * x, {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square);
}

}  // namespace tiny_llm
