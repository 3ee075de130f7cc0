// en: Matrices come out right, but with three axes one mean square is taken over everything that
//     x[i] holds, several rows at once. A row is the last axis alone, however many axes lead.
// zh: 二维时结果正确，但三维以上时，均方是对 x[i] 的全部元素求的，好几行混在了一起。无论前面有
//     多少维，一行只是最后一维。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.dimension() == 1) return x / xt::sqrt(xt::square(x) + eps) * weight;
    Tensor y = x;
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        const Tensor row = xt::view(x, i);
        xt::view(y, i) = row / std::sqrt(xt::mean(xt::square(row))() + eps) * weight;
    }
    return y;
}

}  // namespace tiny_llm
