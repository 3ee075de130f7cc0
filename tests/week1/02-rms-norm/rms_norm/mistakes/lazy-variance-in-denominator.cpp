#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    if (x.size() == 0) return x;
    const std::vector<std::size_t> axes{last};
    const auto variance = xt::variance(x, axes, xt::keep_dims);
    return x / xt::sqrt(variance + eps) * weight;
}

}  // namespace tiny_llm
