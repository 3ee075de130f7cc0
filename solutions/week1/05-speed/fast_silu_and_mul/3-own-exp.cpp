#include "tiny_llm/fast_exp.hpp"
#include "week1/05-speed/fast_silu_and_mul.hpp"

namespace tiny_llm {

// The same pass, four elements at once.
void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    const std::size_t half = x.shape().back() / 2;
    auto shape = x.shape();
    shape.back() = half;
    out.resize(shape);
    const std::size_t rows = half == 0 ? 0 : out.size() / half;
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* __restrict to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + fast_exp(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
