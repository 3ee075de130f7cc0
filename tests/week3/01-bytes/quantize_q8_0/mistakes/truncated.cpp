#include "quantize_q8_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), std::vector<Q8Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q8Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float largest = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q8_0: number");
            largest = std::max(largest, std::abs(x[i]));
        }
        const float d = largest / 127, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q8_0: scale");
        for (std::size_t i = 0; i < 32; ++i) block.values[i] = x[i] * inverse;
    }
    return result;
}

}  // namespace tiny_llm
