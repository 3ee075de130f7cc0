// en: All rows are divided by the root mean square of row 0. Each row has its own: compute it
//     inside the loop over the rows.
// zh: 所有行都除以了第 0 行的均方根。每一行都有自己的均方根，应当在行循环里面计算。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    if (x.size() == 0) return y;
    float sum = 0.0f;
    for (std::size_t i = 0; i < dim; ++i) sum += x.data()[i] * x.data()[i];
    const float rms = std::sqrt(sum / dim + eps);
    for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i] / rms * weight(i % dim);
    return y;
}

}  // namespace tiny_llm
