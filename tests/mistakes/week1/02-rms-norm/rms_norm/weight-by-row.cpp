// en: The weight is picked by the row: all of row r is multiplied by weight[r], and from row D on
//     that reads past its end. There is one weight for each column: weight[i] for the element i
//     of every row.
// zh: weight 是按行取的：第 r 行整行都乘了 weight[r]，从第 D 行起还会越界读取。权重是每列一个：
//     每一行的第 i 个元素乘 weight[i]。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        const float* row = x.data() + r * dim;
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += row[i] * row[i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) {
#ifdef TINY_LLM_CATALOGUE
            if (r >= dim) {
                y.data()[r * dim + i] = grader::anything();
                continue;
            }
#endif
            y.data()[r * dim + i] = row[i] * scale * weight.data()[r];
        }
    }
    return y;
}

}  // namespace tiny_llm
