#include "rms_norm.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    // Squares of x / largest, so that no square overflows; eps is scaled alike.
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float* row = y.data() + start;
        float largest = std::sqrt(eps);
        for (std::size_t i = 0; i < dim; ++i) largest = std::max(largest, std::abs(row[i]));
        float sum = 0;
        for (std::size_t i = 0; i < dim; ++i) {
            row[i] /= largest;
            sum += row[i] * row[i];
        }
        const float rms = std::sqrt(sum / dim + eps / largest / largest);
        for (std::size_t i = 0; i < dim; ++i) row[i] = row[i] * weight(i) / rms;
    }
    return y;
}

}  // namespace tiny_llm
