#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result;
    result.rows = weight.shape(0);
    result.columns = weight.shape(1);
    result.blocks.resize(result.rows * (result.columns / 32));
    for (std::size_t row = 0; row < result.rows; ++row) {
        for (std::size_t across = 0; across < result.columns / 32; ++across) {
            std::array<float, 32> x;
            std::copy_n(&weight(row, 32 * across), 32, x.begin());
            if (std::any_of(x.begin(), x.end(), [](float number) { return std::isnan(number); }))
                throw std::invalid_argument("quantize_q4_0: NaN");
            const auto smaller = [](float a, float b) { return std::abs(a) < std::abs(b); };
            const float largest = *std::max_element(x.begin(), x.end(), smaller);
            if (std::abs(largest) >= 8 * 65520.0f) throw std::invalid_argument("quantize_q4_0: too large");
            const float d = largest == 0 ? -0.0f : -largest / 8;
            float inverse = largest == 0 ? 0 : 1 / d;
            if (!std::isfinite(inverse)) inverse = 0;
            std::array<unsigned, 32> values;
            std::transform(x.begin(), x.end(), values.begin(), [&](float number) {
                const float product = number * inverse, sum = product + 8.5f;
                return sum >= 15 ? 15u : static_cast<unsigned>(sum);
            });
            Q4Block& block = result.blocks[row * (result.columns / 32) + across];
            block.scale = float16(d);
            for (std::size_t j = 0; j < 16; ++j) {
                block.values[j] = static_cast<std::uint8_t>((values[j + 16] << 4) + values[j]);
            }
        }
    }
    return result;
}

}  // namespace tiny_llm
