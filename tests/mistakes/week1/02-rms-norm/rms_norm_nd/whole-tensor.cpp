// en: One mean square is taken over all of x. Each sample, that is each place of the leading axes,
//     has its own.
// zh: 均方是对整个 x 求的。每个样本（前面各维的每个位置）都有自己的均方。

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
    const float mean_square = xt::mean(xt::square(x))();
    const Tensor y = x / std::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

}  // namespace tiny_llm
