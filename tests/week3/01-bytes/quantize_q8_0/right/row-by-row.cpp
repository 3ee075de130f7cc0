#include "quantize_q8_0.hpp"

#include <limits>

namespace tiny_llm {

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    Quantized<Q8Block> result;
    result.rows = weight.shape(0);
    result.columns = weight.shape(1);
    for (std::size_t row = 0; row < result.rows; ++row) {
        for (std::size_t begin = 0; begin < result.columns; begin += 32) {
            float largest = 0;
            for (std::size_t i = begin; i < begin + 32; ++i) {
                const float size = std::fabs(weight(row, i));
                if (!(size <= std::numeric_limits<float>::max())) throw std::invalid_argument("quantize_q8_0: number");
                if (size > largest) largest = size;
            }
            const float d = largest / 127.0f;
            if (d >= 65520.0f) throw std::invalid_argument("quantize_q8_0: scale");
            const float inverse = d > 0x1p-128f ? 1.0f / d : 0.0f;
            Q8Block block;
            block.scale = float16(d);
            for (std::size_t i = 0; i < 32; ++i) {
                block.values[i] = static_cast<std::int8_t>(std::lround(weight(row, begin + i) * inverse));
            }
            result.blocks.push_back(block);
        }
    }
    return result;
}

}  // namespace tiny_llm
