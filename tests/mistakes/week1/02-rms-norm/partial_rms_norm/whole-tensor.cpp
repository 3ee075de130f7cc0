// en: One estimate is made from the first share of all elements of x. Each row has its own.
// zh: 用整个 x 的前一部分元素做了一个估计。每一行都有自己的估计。

#include "partial_rms_norm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    if (x.size() == 0) return x;
    const auto share = static_cast<std::size_t>(static_cast<float>(x.size()) * p);
    const std::size_t k = std::max<std::size_t>(1, share);
    const Tensor flat = xt::flatten(x);
    const Tensor front = xt::view(flat, xt::range(std::size_t{0}, k));
    const float mean_square = xt::mean(xt::square(front))();
    return x / std::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
