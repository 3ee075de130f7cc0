// en: The mean is taken over the first axes. normalized_shape names the last ones.
// zh: 平均是对最前面的几维求的。normalized_shape 指的是末尾的几维。

#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    if (x.size() == 0) return x;
    std::vector<std::size_t> axes;
    for (std::size_t a = 0; a < normalized_shape.size(); ++a) axes.push_back(a);
    const Tensor mean_square = xt::mean(xt::square(x), axes, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

}  // namespace tiny_llm
