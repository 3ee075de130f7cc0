#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = xt::square(x);
    const Tensor mean_square = xt::mean(y, {x.dimension() - 1}, xt::keep_dims);
    y = x;
    y /= xt::sqrt(mean_square + eps);
    y *= weight;
    return y;
}

}  // namespace tiny_llm
