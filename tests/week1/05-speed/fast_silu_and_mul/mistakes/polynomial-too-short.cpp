#include "fast_silu_and_mul.hpp"

namespace tiny_llm {

namespace {

float exp_of(float x) {
    x = std::min(std::max(x, -87.0f), 87.0f);
    const float n = std::nearbyint(x * 1.44269504f);
    const float r = x - n * 0.693147181f;
    const float p = 1.0f + r + r * r / 2 + r * r * r / 6;
    return std::bit_cast<float>(
        std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(static_cast<int>(n)) << 23));
}

}  // namespace

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
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + exp_of(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
