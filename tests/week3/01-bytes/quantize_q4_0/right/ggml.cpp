#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), {}};
    const float* x = weight.data();
    for (std::size_t b = 0; b < weight.size() / 32; ++b, x += 32) {
        float amax = 0, max = 0;
        for (int j = 0; j < 32; ++j) {
            const float v = x[j];
            if (v - v != 0) throw std::invalid_argument("quantize_q4_0: NaN or infinite");
            if (amax < std::fabs(v)) {
                amax = std::fabs(v);
                max = v;
            }
        }
        const float d = max / -8, id = std::fabs(d) > 0x1p-128f ? 1.0f / d : 0.0f;
        if (amax / 8 >= 65520) throw std::invalid_argument("quantize_q4_0: too large");
        Q4Block block;
        block.scale = float16(d);
        for (int j = 0; j < 16; ++j) {
            const float x0 = x[j] * id, x1 = x[16 + j] * id;
            const std::uint8_t low = std::min<std::int8_t>(15, static_cast<std::int8_t>(x0 + 8.5f));
            const std::uint8_t high = std::min<std::int8_t>(15, static_cast<std::int8_t>(x1 + 8.5f));
            block.values[j] = low;
            block.values[j] |= high << 4;
        }
        result.blocks.push_back(block);
    }
    return result;
}

}  // namespace tiny_llm
