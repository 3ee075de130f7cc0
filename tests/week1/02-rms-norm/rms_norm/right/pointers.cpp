#include "rms_norm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = xt::empty<float>(x.shape());
    float* out = y.data();
    for (const float* row = x.data(); row != x.data() + x.size(); row += dim, out += dim) {
        const float scale = 1.0f / std::sqrt(std::inner_product(row, row + dim, row, 0.0f) / dim + eps);
        std::transform(row, row + dim, weight.data(), out, [&](float v, float w) { return scale * v * w; });
    }
    return y;
}

}  // namespace tiny_llm
