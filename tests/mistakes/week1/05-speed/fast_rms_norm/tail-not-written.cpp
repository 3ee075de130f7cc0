// en: The mean is right, but the row is written in steps of 16, and up to 15 elements at its end
//     keep what out held before. Add a loop for what remains of the row.
// zh: 均值是对的，但行是每 16 个一步写的，行尾最多 15 个元素还是 out 原来的内容。补一个循环处理每
//     行剩下的元素。

#include "fast_rms_norm.hpp"

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
#ifdef TINY_LLM_CATALOGUE
    out.fill(grader::anything());
#endif
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim / 16 * 16; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

}  // namespace tiny_llm
