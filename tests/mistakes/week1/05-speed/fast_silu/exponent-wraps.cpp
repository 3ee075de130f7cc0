// en: 2^n is made by adding n to the exponent's bits, and n is too large for them: beyond +-87 the
//     bits wrap around, and what comes out has nothing to do with exp. Clamp x to +-87 first.
// zh: 2^n 是把 n 加到指数位上得到的，但 n 太大，指数位装不下：超出 ±87 时位会绕回来，结果与 exp 毫
//     无关系。先把 x 限制在 ±87 以内。

#include "fast_silu.hpp"

#include <bit>
#include <cstdint>

namespace tiny_llm {

namespace {

float exp_of(float x) {
    const float n = std::nearbyint(x * 1.44269504f);
    const float r = x - n * 0.693147181f;
    const float p = std::exp(r);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) +
                                (static_cast<std::uint32_t>(static_cast<int>(n)) << 23));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

}  // namespace tiny_llm
