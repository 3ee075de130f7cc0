// en: The argument of exp is clamped to +-10. That is too early: at x = -12 SiLU is still -7e-5,
//     yours is -5e-4. float32 holds exp from about -87 to 87, clamp there.
// zh: exp 的自变量被限制在 ±10 以内，太早了：x = −12 处 SiLU 还有 −7e-5，你的是 −5e-4。float32 大
//     约能容纳 exp(−87) 到 exp(87)，到那里再限制。

#include "fast_silu.hpp"

#include <algorithm>

namespace tiny_llm {

namespace {

float exp_of(float x) { return std::exp(std::min(std::max(x, -10.0f), 10.0f)); }

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

}  // namespace tiny_llm
