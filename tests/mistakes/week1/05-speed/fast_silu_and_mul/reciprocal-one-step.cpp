// en: The reciprocal stops after one step of Newton's method: it is up to 1.4 % off. Each step
//     squares the error: from a guess by the bits it takes three, from rcpps one. Or divide:
//     beside the polynomial of exp a division costs next to nothing.
// zh: 倒数只做了一步牛顿迭代，误差可达 1.4%。每一步都会把误差平方：从位技巧的初值出发要三步，从
//     rcpps 出发要一步。或者直接用除法：它与 exp 的多项式同时进行，几乎没有额外代价。

#include "fast_silu_and_mul.hpp"

#include <bit>
#include <cstdint>

namespace tiny_llm {

namespace {

float reciprocal_of(float d) {
    const float r = std::bit_cast<float>(0x7EF311C7u - std::bit_cast<std::uint32_t>(d));
    return r * (2.0f - d * r);
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
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] * reciprocal_of(1.0f + std::exp(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
