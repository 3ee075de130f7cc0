#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    Tensor y = xt::zeros_like(rows);
    for (std::size_t r = 0; r < rows.shape(0); ++r) {
        const auto row = xt::row(rows, static_cast<std::ptrdiff_t>(r));
        const float sum = xt::sum(row * row)();
        xt::row(y, static_cast<std::ptrdiff_t>(r)) = weight * row / std::sqrt(sum / dim + eps);
    }
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
