// en: The mean square is 0 and only eps is left under the root: 1 / dim divides two integers, and
//     that is 0. Make one of them a float: sum / static_cast<float>(dim).
// zh: 均方成了 0，根号里只剩下 eps：1 / dim 是两个整数相除，结果是 0。把其中一个换成浮点数：
//     sum / static_cast<float>(dim)。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float scale = 1.0f / std::sqrt(1 / dim * sum + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
