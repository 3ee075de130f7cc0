// en: The argument of exp is clamped to +-10. That is too early: at x = -12 SiLU is still -7e-5,
//     yours is -5e-4. float32 holds exp from about -87 to 87, clamp there.
// zh: exp 的自变量被限制在 ±10 以内，太早了：x = −12 处 SiLU 还有 −7e-5，你的是 −5e-4。float32 大
//     约能容纳 exp(−87) 到 exp(87)，到那里再限制。

#include "fast_silu_and_mul.hpp"

#include <algorithm>

namespace tiny_llm {

namespace {

float exp_of(float x) { return std::exp(std::min(std::max(x, -10.0f), 10.0f)); }

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
