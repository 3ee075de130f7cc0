#include "fast_silu.hpp"

namespace tiny_llm {

namespace {

float exp_of(float x) {
    const float n = std::nearbyint(x * 1.44269504f);
    const float r = x - n * 0.693147181f;
    const float p = std::exp(r);
    return std::bit_cast<float>(
        std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(static_cast<int>(n)) << 23));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

}  // namespace tiny_llm
