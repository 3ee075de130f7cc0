// en: You normalize over one axis, and the result over the next. That is not the same as one mean
//     square over all of them together.
// zh: 你先沿一维归一化，再对结果沿下一维归一化。这与所有维放在一起求一个均方并不相同。

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
    Tensor y = x;
    for (const std::size_t axis : axes) {
        const Tensor mean_square = xt::mean(xt::square(y), {axis}, xt::keep_dims);
        y = Tensor(y / xt::sqrt(mean_square + eps));
    }
    if (weight) return y * *weight;
    return y;
}

}  // namespace tiny_llm
