#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.dimension() == 1) {
        const float mean_square = xt::mean(xt::square(x))();
        return x * weight / std::sqrt(mean_square + eps);
    }
    Tensor y = x;
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        const Tensor part = xt::view(x, i);
        xt::view(y, i) = (*this)(part);
    }
    return y;
}

}  // namespace tiny_llm
