#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor rms_norm_nd(
    const Tensor& x, const std::vector<std::size_t>& normalized_shape, const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    if (x.dimension() > normalized_shape.size()) {
        Tensor y = xt::empty_like(x);
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            xt::view(y, i) = rms_norm_nd(Tensor(xt::view(x, i)), normalized_shape, weight, eps);
        }
        return y;
    }
    const float root = std::sqrt(xt::mean(x * x)() + eps);
    if (!weight) return x / root;
    return *weight * (x / root);
}

}  // namespace tiny_llm
