// en: The mean is taken over the last axis alone, as `mean(dim=-1)` does. All axes of
//     normalized_shape share one mean: with (2, 3) that is one mean over six elements.
// zh: 只对最后一维求了平均，就像 mean(dim=-1)。normalized_shape 的所有维共用一个平均值：形状
//     为 (2, 3) 时，就是六个元素的一个平均。

#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    const std::vector<std::size_t> axes{x.dimension() - 1};
    const Tensor mean_square = xt::mean(xt::square(x), axes, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

}  // namespace tiny_llm
