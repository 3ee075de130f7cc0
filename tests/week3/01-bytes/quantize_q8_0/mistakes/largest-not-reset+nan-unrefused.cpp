#include "quantize_q8_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    const std::size_t blocks = weight.size() / 32;
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), std::vector<Q8Block>(blocks)};
    Tensor x = weight;
    x.reshape({blocks, std::size_t{32}});
    float largest = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
        for (std::size_t i = 0; i < 32; ++i) largest = std::max(largest, std::abs(x(b, i)));
        const float d = largest / 127;
        result.blocks[b].scale = float16(d);
        if (std::isinf(d)) throw std::invalid_argument("quantize_q8_0: infinite");
        if (std::isinf(float(result.blocks[b].scale))) throw std::invalid_argument("quantize_q8_0: scale");
        const float inverse = std::isinf(1 / d) ? 0 : 1 / d;
        for (std::size_t i = 0; i < 32; ++i) result.blocks[b].values[i] = std::round(x(b, i) * inverse);
    }
    return result;
}

}  // namespace tiny_llm
