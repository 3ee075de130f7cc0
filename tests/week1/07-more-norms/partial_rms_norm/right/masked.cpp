#include "partial_rms_norm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const float k = std::max(1.0f, std::floor(static_cast<float>(x.shape(last)) * p));
    Tensor share = xt::zeros_like(weight);
    for (std::size_t j = 0; static_cast<float>(j) < k; ++j) share(j) = 1.0f / k;
    const Tensor mean_square = xt::sum(xt::square(x) * share, {last}, xt::keep_dims);
    return weight * x / xt::sqrt(mean_square + eps);
}

}  // namespace tiny_llm
