// en: The rows are shared by three threads, rows / 3 for each, and the one or two rows that remain
//     are nobody's. Give them to the last thread, or leave the sharing to #pragma omp parallel
//     for.
// zh: 行分给三个线程，每个线程 rows / 3 行，除不尽时剩下的一两行没有线程去算。把它们交给最后一个线
//     程，或者让 #pragma omp parallel for 去分。

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
    const std::size_t each = rows / 3;
#pragma omp parallel for num_threads(3)
    for (std::size_t row = 0; row < 3 * each; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
