// en: With one row the bias is not added; with many it is. gemv begins with beta times what out
//     holds, so put the bias there and let beta be 1, or add it afterwards in both paths.
// zh: 只有一行时没有加偏置，多行时加了。gemv 的起点是 beta 乘以 out 里的内容：可以先把偏置放进去并
//     取 beta 为 1，或者在两条路径之后都加上偏置。

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
            float sum = bias && rows > 1 ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

}  // namespace tiny_llm
