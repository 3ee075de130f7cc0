#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    const std::size_t width = x.size() == 0 ? 1 : x.shape().back();
    std::vector<float> denominators(width);
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / width; ++row) {
        const float* from = x.data() + row * width;
        for (std::size_t i = 0; i < width; ++i) denominators[i] = 1.0f + std::exp(-from[i]);
        for (std::size_t i = 0; i < width; ++i) out.data()[row * width + i] = from[i] / denominators[i];
    }
}

}  // namespace tiny_llm
