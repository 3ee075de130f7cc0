#include "partial_rms_norm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    const std::size_t width = x.shape().back();
    const int k = std::max(1, static_cast<int>(width * p));
    Tensor y = x;
    y.reshape({width ? x.size() / width : 0, width});
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        const Tensor front = xt::view(y, r, xt::range(0, k));
        xt::view(y, r, xt::all()) *= weight / std::sqrt(xt::mean(front * front)() + eps);
    }
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
