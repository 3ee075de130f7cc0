#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

static float sum_of_squares(const float* row, std::size_t count) {
    if (count == 1) return row[0] * row[0];
    return sum_of_squares(row, count / 2) + sum_of_squares(row + count / 2, count - count / 2);
}

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float mean_square = sum_of_squares(x.data() + start, dim) / static_cast<float>(dim);
        const float rms = std::sqrt(mean_square + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = weight(i) * (x.data()[start + i] / rms);
    }
    return y;
}

}  // namespace tiny_llm
