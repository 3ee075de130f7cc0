#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    const std::size_t rows = weight.shape(0), columns = weight.shape(1);
    Quantized<Q4Block> result{rows, columns, std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t row = 0; row < rows; ++row) {
        float m = 0;
        for (std::size_t i = 0; i < columns; ++i) {
            if (!std::isfinite(weight(row, i))) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(weight(row, i)) > std::abs(m)) m = weight(row, i);
        }
        const float d = m / 8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        if (std::abs(d) >= 65520) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t across = 0; across < columns / 32; ++across) {
            Q4Block& block = result.blocks[row * (columns / 32) + across];
            const float* x = &weight(row, 32 * across);
            block.scale = float16(d);
            for (std::size_t j = 0; j < 16; ++j) {
                const int low = std::min(15, static_cast<int>(x[j] * inverse + 8.5f));
                const int high = std::min(15, static_cast<int>(x[j + 16] * inverse + 8.5f));
                block.values[j] = static_cast<std::uint8_t>(low | high << 4);
            }
        }
    }
    return result;
}

}  // namespace tiny_llm
