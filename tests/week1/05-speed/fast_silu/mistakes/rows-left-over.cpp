#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    if (x.size() == 0) return;
    const std::size_t width = x.shape().back();
    const std::size_t rows = x.size() / width;
    constexpr std::size_t threads = 3;
    const std::size_t each = rows / threads * width;
#pragma omp parallel for num_threads(3)
    for (std::size_t thread = 0; thread < threads; ++thread) {
        for (std::size_t i = thread * each; i < (thread + 1) * each; ++i)
            out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
}

}  // namespace tiny_llm
