// en: eps has no effect here: your code only avoids dividing by zero, all other rows are divided
//     by sqrt(mean(x²)). eps belongs to every row: sqrt(mean(x²) + eps), and then a row of zeros
//     needs no special case.
// zh: eps 在这里没有起作用：你只避免了除以零，其余各行仍然除以 sqrt(mean(x²))。每一行都要
//     加 eps，即 sqrt(mean(x²) + eps)，这样全零的行也不必单独处理。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float rms = sum > 0.0f ? std::sqrt(sum / dim) : 1.0f;
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] / rms * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
