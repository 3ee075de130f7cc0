#include "quantize_q8_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) {
        throw std::invalid_argument("quantize_q8_0: weight is " + shape_string(weight) +
                                    ", expected rows of whole blocks of 32");
    }
    Quantized<Q8Block> quantized{weight.shape(0), weight.shape(1), std::vector<Q8Block>(weight.size() / 32)};
    const float* x = weight.data();
    for (Q8Block& block : quantized.blocks) {
        float largest = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            // Here, because std::max passes over a NaN.
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q8_0: a number is NaN or infinite");
            largest = std::max(largest, std::abs(x[i]));
        }
        const float d = largest / 127;
        block.scale = float16(d);
        if (std::isinf(static_cast<float>(block.scale))) {
            throw std::invalid_argument("quantize_q8_0: the scale " + std::to_string(d) + " is infinite in float16");
        }
        const float inverse = std::isinf(1 / d) ? 0 : 1 / d;
        for (std::size_t i = 0; i < 32; ++i) block.values[i] = static_cast<std::int8_t>(std::round(x[i] * inverse));
        x += 32;
    }
    return quantized;
}

}  // namespace tiny_llm
