// en: The result is always rows × D: the leading axes are lost. Give it the shape of x.
// zh: 结果总是“行数 × D”的矩阵，前面的维丢了。结果应与 x 形状相同。

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
    Tensor y = x / xt::sqrt(mean_square + eps) * weight;
    y.reshape({x.size() / x.shape(last), x.shape(last)});
    return y;
}

}  // namespace tiny_llm
