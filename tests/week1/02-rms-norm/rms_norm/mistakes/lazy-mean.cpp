#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    return weight * x / xt::sqrt(xt::mean(xt::square(x), {last}, xt::keep_dims) + eps);
}

}  // namespace tiny_llm
