#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(x * x, {last}, xt::keep_dims);
    const Tensor reciprocal = xt::pow(mean_square + eps, -0.5f);
    return weight * (x * reciprocal);
}

}  // namespace tiny_llm
