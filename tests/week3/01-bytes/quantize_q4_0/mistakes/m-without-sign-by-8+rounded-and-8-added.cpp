#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = std::abs(m) / 8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        const auto value = [&](float number) {
            return std::min(15, static_cast<int>(std::round(number * inverse)) + 8);
        };
        for (std::size_t j = 0; j < 16; ++j) block.values[j] = value(x[j]) | value(x[j + 16]) << 4;
    }
    return result;
}

}  // namespace tiny_llm
