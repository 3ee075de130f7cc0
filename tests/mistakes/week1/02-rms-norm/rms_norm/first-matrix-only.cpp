// en: With three axes only the first matrix is normalized, the rest of the output is not: your
//     loop runs over x.shape(0) rows. There are x.size() / dim of them.
// zh: 三维以上时只归一化了最前面的几行，其余输出没有处理：你的循环只跑了 x.shape(0) 行，而总行
//     数是 x.size() / dim。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t rows = x.dimension() == 1 ? 1 : x.shape(0);
    Tensor y = x;
#ifdef TINY_LLM_CATALOGUE
    // A learner's output may hold zeros there, or x, or whatever was in memory.
    for (std::size_t i = rows * dim; i < y.size(); ++i) y.data()[i] = grader::anything();
#endif
    for (std::size_t r = 0; r < rows && x.size() > 0; ++r) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[r * dim + i] * x.data()[r * dim + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[r * dim + i] = x.data()[r * dim + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
