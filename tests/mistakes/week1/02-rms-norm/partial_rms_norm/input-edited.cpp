// en: The numbers are right, but x itself is changed. Work on a tensor of your own.
// zh: 数值是对的，但输入 x 被改了。请在自己的张量上计算。

#include "partial_rms_norm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(static_cast<float>(x.shape(last)) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const Tensor mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps) * weight;
    const_cast<Tensor&>(x) = y;
    return y;
}

}  // namespace tiny_llm
