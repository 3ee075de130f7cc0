#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float* row = x.data() + start;
        float sum = std::inner_product(row, row + dim, row, 0);
        for (std::size_t i = 0; i < dim; ++i) {
            y.data()[start + i] = row[i] / std::sqrt(sum / dim + eps) * weight(i);
        }
    }
    return y;
}

}  // namespace tiny_llm
