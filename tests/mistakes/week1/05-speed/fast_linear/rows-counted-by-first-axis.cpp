// en: Whether there is one row is asked of x.shape(0), which is 1 for (1, 3, in) too: then only
//     the first of its rows is computed. The number of rows is x.size() / in.
// zh: 用 x.shape(0) 来判断是否只有一行，但形状 (1, 3, in) 的 x.shape(0) 也是 1，于是只算了其中的第
//     一行。行数是 x.size() / in。

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
#ifdef TINY_LLM_CATALOGUE
    out.fill(grader::anything());
#endif
    const std::size_t computed = x.dimension() > 1 && x.shape(0) == 1 ? std::min<std::size_t>(rows, 1) : rows;
    for (std::size_t row = 0; row < computed; ++row) {
        const float* from = x.data() + row * in;
        for (std::size_t o = 0; o < outs; ++o) {
            const float* w = weight.data() + o * in;
            float sum = bias ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

}  // namespace tiny_llm
