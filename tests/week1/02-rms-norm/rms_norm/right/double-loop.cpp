#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        double sum = 0;
        for (std::size_t i = 0; i < dim; ++i) sum += std::pow(static_cast<double>(x.data()[row * dim + i]), 2);
        const double scale = 1 / std::sqrt(sum / static_cast<double>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            float& element = y.data()[row * dim + i];
            element = static_cast<float>(element * scale * weight(i));
        }
    }
    return y;
}

}  // namespace tiny_llm
