// en: Row r is read from element r * I on, but a row of x has 2 I elements: only row 0 is right.
//     The gate of row r begins at r * 2 I, its up at r * 2 I + I.
// zh: 第 r 行从第 r * I 个元素开始读，但 x 的一行有 2 I 个元素：只有第 0 行是对的。第 r 行的 gate
//     从 r * 2 I 开始，up 从 r * 2 I + I 开始。

#include "fast_silu_and_mul.hpp"

namespace tiny_llm {

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
