// en: You take the root of the mean square of each row, and then the mean of those roots. The mean
//     comes first, over all axes, and the root once at the end.
// zh: 你先求每一行均方的平方根，再对这些根求平均。应先对所有维求平均，最后只开一次方。

#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::vector<std::size_t> axes;
    for (std::size_t a = x.dimension() - normalized_shape.size(); a < x.dimension(); ++a) axes.push_back(a);
    const Tensor rows = xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims);
    Tensor root = xt::sqrt(rows + eps);
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) root = Tensor(xt::mean(root, {axes[i]}, xt::keep_dims));
    const Tensor y = x / root;
    if (weight) return y * *weight;
    return y;
}

}  // namespace tiny_llm
