// en: The mean of the first k elements is subtracted. RMSNorm, partial or not, subtracts nothing.
// zh: 减去了前 k 个元素的均值。RMSNorm 无论是否只看一部分，都不减均值。

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
    const Tensor mean = xt::mean(front, {last}, xt::keep_dims);
    const Tensor c = front - mean;
    const Tensor mean_square = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return (x - mean) / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
