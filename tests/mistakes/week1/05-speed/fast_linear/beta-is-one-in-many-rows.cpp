// en: With many rows the product is added to what out held before, and out may hold anything, NaN
//     too: gemm was given beta = 1. One row is right. beta must be 0, or out must hold the bias.
// zh: 多行时乘积被加到了 out 原来的内容上，而 out 里可以是任何数，NaN 也可能：gemm 的 beta 取了 1。
//     一行时是对的。beta 应当取 0，或者先让 out 装好偏置。

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
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            float& to = out.data()[row * outs + o];
            to = rows > 1 ? to + sum : sum;
        }
    }
}

}  // namespace tiny_llm
