// en: The formula is right, but xt::mean was still lazy when it was broadcast: xtensor then takes
//     each element's mean from a window that slides across the rows and past the end of x, so
//     expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.
// zh: 公式是对的，但 xt::mean 参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断
//     滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。给均值起个名字，类型
//     写 Tensor，不要用 auto。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
#ifdef TINY_LLM_CATALOGUE
    // Element i of row r sees the mean over the D elements from flat index r * (2D - 1) + i on.
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        for (std::size_t i = 0; i < dim; ++i) {
            const std::size_t start = r * (2 * dim - 1) + i;
            float sum = 0.0f;
            for (std::size_t k = start; k < start + dim && k < x.size(); ++k) sum += x.data()[k] * x.data()[k];
            float& element = y.data()[r * dim + i];
            element = element / std::sqrt(sum / dim + eps) * weight(i);
            if (start + dim > x.size()) element = grader::anything();
        }
    }
    return y;
#else
    const std::size_t last = x.dimension() - 1;
    return weight * x / xt::sqrt(xt::mean(xt::square(x), {last}, xt::keep_dims) + eps);
#endif
}

}  // namespace tiny_llm
