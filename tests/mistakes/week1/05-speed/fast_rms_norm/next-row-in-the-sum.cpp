// en: The last step of 16 is taken whole, so that squares of the next row, or of what lies behind
//     the last, are summed too. Stop at dim.
// zh: 最后一步也取了整整 16 个，于是把下一行的平方也加了进来，最后一行则读到了张量之外。到 dim 就
//     要停。

#include "fast_rms_norm.hpp"

#include <algorithm>

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        const std::size_t end = std::min(row * dim + (dim + 15) / 16 * 16, x.size());
        for (std::size_t i = row * dim; i < end; ++i) squares += x.data()[i] * x.data()[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
#ifdef TINY_LLM_CATALOGUE
        if (row * dim + (dim + 15) / 16 * 16 > x.size()) std::fill(to, to + dim, grader::anything());
#endif
    }
}

}  // namespace tiny_llm
