#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) {
        throw std::invalid_argument("quantize_q4_0: weight is " + shape_string(weight) +
                                    ", expected rows of whole blocks of 32");
    }
    Quantized<Q4Block> quantized{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    const float* x = weight.data();
    for (Q4Block& block : quantized.blocks) {
        float largest = 0;  // in size, with its sign
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: a number is NaN or infinite");
            if (std::abs(x[i]) > std::abs(largest)) largest = x[i];
        }
        const float d = largest / -8;
        block.scale = float16(d);
        if (std::isinf(static_cast<float>(block.scale))) {
            throw std::invalid_argument("quantize_q4_0: the scale " + std::to_string(d) + " is infinite in float16");
        }
        const float inverse = std::isinf(1 / d) ? 0 : 1 / d;
        const auto value = [&](std::size_t i) { return std::min(15, static_cast<int>(x[i] * inverse + 8.5f)); };
        for (std::size_t j = 0; j < 16; ++j) {
            block.values[j] = static_cast<std::uint8_t>(value(j) | value(j + 16) << 4);
        }
        x += 32;
    }
    return quantized;
}

}  // namespace tiny_llm
