#include "partial_rms_norm.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be in (0, 1]");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    const double share = std::floor(static_cast<double>(width) * p);
    const auto k = static_cast<std::ptrdiff_t>(std::max(1.0, share));
    for (std::size_t start = 0; start < x.size(); start += width) {
        const float* row = x.data() + start;
        const double root = std::sqrt(std::inner_product(row, row + k, row, 0.0) / static_cast<double>(k) + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = static_cast<float>(row[j] / root * weight(j));
        }
    }
    return y;
}

}  // namespace tiny_llm
