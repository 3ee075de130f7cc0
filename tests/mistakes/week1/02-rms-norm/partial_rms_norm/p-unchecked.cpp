// en: p is not checked. 0, a negative number, NaN and anything above 1 are no share of a row. Keep
//     the checks of the stub.
// zh: 没有检查 p。0、负数、NaN 和大于 1 的数都不是一行的一部分。请保留模板里的检查。

#include "partial_rms_norm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const auto share = static_cast<std::size_t>(p > 0 && p <= 1 ? static_cast<float>(x.shape(last)) * p : 0);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor front = xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    const Tensor mean_square = xt::mean(xt::square(front), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
