#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    constexpr std::size_t lanes = 16;
    const std::size_t whole = x.size() / lanes * lanes;
    for (std::size_t begin = 0; begin < whole; begin += lanes) {
        for (std::size_t i = begin; i < begin + lanes; ++i) out.data()[i] = 1.0f / (1.0f + std::exp(-x.data()[i]));
    }
}

}  // namespace tiny_llm
