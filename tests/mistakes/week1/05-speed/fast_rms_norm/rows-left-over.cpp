// en: The rows are shared by three threads, rows / 3 for each, and the one or two rows that remain
//     are nobody's. Give them to the last thread, or leave the sharing to #pragma omp parallel
//     for.
// zh: 行分给三个线程，每个线程 rows / 3 行，除不尽时剩下的一两行没有线程去算。把它们交给最后一个线
//     程，或者让 #pragma omp parallel for 去分。

#include "fast_rms_norm.hpp"

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
#ifdef TINY_LLM_CATALOGUE
    out.fill(grader::anything());
#endif
    const std::size_t each = x.size() / dim / 3;
#pragma omp parallel for num_threads(3)
    for (std::size_t row = 0; row < 3 * each; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

}  // namespace tiny_llm
