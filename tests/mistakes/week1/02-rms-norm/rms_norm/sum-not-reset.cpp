// en: The sum of squares runs on from row to row: row 0 is right, each later row is divided by
//     the squares of all rows before it too. Set the sum to 0 at the start of each row.
// zh: 平方和一行接一行地累加下去：第 0 行是对的，后面每一行还带着前面各行的平方和。每一行开始时
//     要把和清零。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    float sum = 0.0f;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
