// en: Each row goes on in steps of a register's width and stops before the last, incomplete step:
//     up to 15 elements at the end of a row keep what out held before. Add a loop for what remains
//     of the row, or let the compiler vectorise a plain loop, which does both.
// zh: 每一行按寄存器的宽度一步一步走，在最后不满的一步之前就停了：行尾最多 15 个元素还是 out 原来
//     的内容。补一个循环处理每行剩下的元素，或者写成普通循环交给编译器去向量化，它两样都会做。

#include "fast_silu_and_mul.hpp"

namespace tiny_llm {

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
#ifdef TINY_LLM_CATALOGUE
    out.fill(grader::anything());
#endif
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half / 16 * 16; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
