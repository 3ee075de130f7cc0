// en: A wrong last axis is not refused: your loops run anyway, read past the end of a row or of
//     the weight, and return something of the shape of x. Keep the stub's require_shapes as the
//     first line.
// zh: 最后一维不对时没有拒绝：循环照样跑，会越过行尾或 weight 的末尾读取，再返回一个与 x 同形状
//     的结果。第一行保留桩代码里的 require_shapes。

#include "rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
#ifdef TINY_LLM_CATALOGUE
    if (x.shape().back() != dim) return xt::full_like(x, grader::anything());
#endif
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[r * dim + i] * x.data()[r * dim + i];
        const float scale = 1.0f / std::sqrt(sum / dim + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[r * dim + i] = x.data()[r * dim + i] * scale * weight(i);
    }
    return y;
}

}  // namespace tiny_llm
