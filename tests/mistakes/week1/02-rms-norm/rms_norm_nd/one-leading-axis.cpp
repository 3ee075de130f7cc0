// en: Only one leading axis is accepted. There may be none, one or several: normalize over the
//     last ones, whatever is in front.
// zh: 只接受前面恰好有一维。前面可以没有，也可以有多维：只对末尾各维归一化，与前面有几维无关。

#include "rms_norm_nd.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    if (x.dimension() != normalized_shape.size() + 1) throw std::invalid_argument("rms_norm_nd: one leading axis");
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::vector<std::size_t> axes;
    for (std::size_t a = x.dimension() - normalized_shape.size(); a < x.dimension(); ++a) axes.push_back(a);
    const Tensor mean_square = xt::mean(xt::square(x), axes, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    if (weight) return y * *weight;
    return y;
}

}  // namespace tiny_llm
