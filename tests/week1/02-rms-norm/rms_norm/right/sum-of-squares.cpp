#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    // sqrt(D) / sqrt(sum + D eps), the sum taken from the back in four parts.
    Tensor y = x;
    const float d = static_cast<float>(dim);
    for (std::size_t r = 0; r * dim < x.size(); ++r) {
        float part[4] = {};
        for (std::size_t i = dim; i-- > 0;) part[i % 4] += y.data()[r * dim + i] * y.data()[r * dim + i];
        const float scale = std::sqrt(d) / std::sqrt((part[0] + part[1]) + (part[2] + part[3]) + d * eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[r * dim + i] *= weight(i) * scale;
    }
    return y;
}

}  // namespace tiny_llm
