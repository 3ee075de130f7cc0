// en: Blocks of 16 are taken by turns, sixteen gates and sixteen ups. The halves of a row are not
//     mixed: the gates are its first I elements, the ups its last I.
// zh: 按 16 个一块交替取数：16 个 gate，再 16 个 up。一行的两半并不交错：gate 是前 I 个元素，up 是
//     后 I 个。

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
    constexpr std::size_t lanes = 16;
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * 2 * half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) {
            const std::size_t whole = half / lanes * lanes;
            const std::size_t at = i < whole ? i / lanes * 2 * lanes + i % lanes : whole + i;
            const std::size_t step = i < whole ? lanes : half - whole;
            to[i] = from[at] / (1.0f + std::exp(-from[at])) * from[at + step];
        }
    }
}

}  // namespace tiny_llm
