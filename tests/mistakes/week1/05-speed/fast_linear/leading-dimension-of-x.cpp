// en: The rows of x are taken to be out elements apart, but they are in elements apart: the
//     leading dimension of x is in. Only row 0 is right.
// zh: 把 x 相邻两行的间隔当成了 out 个元素，实际是 in 个：x 的 leading dimension 是 in。只有第 0
//     行是对的。

#include "fast_linear.hpp"

#include <algorithm>

namespace tiny_llm {

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
                   "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
                       "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * outs;
#ifdef TINY_LLM_CATALOGUE
        if (row * outs + in > x.size()) {
            std::fill_n(out.data() + row * outs, outs, grader::anything());
            continue;
        }
#endif
        for (std::size_t o = 0; o < outs; ++o) {
            const float* w = weight.data() + o * in;
            float sum = bias ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

}  // namespace tiny_llm
