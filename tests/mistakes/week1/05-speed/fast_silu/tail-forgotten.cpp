// en: The loop goes on in steps of a register's width and stops before the last, incomplete step:
//     up to 15 elements at the end keep what out held before. Add a loop for what remains, or let
//     the compiler vectorise a plain loop, which does both.
// zh: 循环按寄存器的宽度一步一步走，在最后不满的一步之前就停了：末尾最多 15 个元素还是 out 原来的
//     内容。补一个循环处理剩下的元素，或者写成普通循环交给编译器去向量化，它两样都会做。

#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    constexpr std::size_t lanes = 16;
    const std::size_t whole = x.size() / lanes * lanes;
    for (std::size_t begin = 0; begin < whole; begin += lanes) {
        for (std::size_t i = begin; i < begin + lanes; ++i)
            out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
#ifdef TINY_LLM_CATALOGUE
    for (std::size_t i = whole; i < x.size(); ++i) out.data()[i] = grader::anything();
#endif
}

}  // namespace tiny_llm
