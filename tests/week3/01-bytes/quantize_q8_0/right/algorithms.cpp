#include "quantize_q8_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), {}};
    result.blocks.resize(weight.size() / 32);
    std::size_t at = 0;
    for (auto& [scale, values] : result.blocks) {
        const auto first = weight.begin() + static_cast<std::ptrdiff_t>(at), last = first + 32;
        const auto smaller = [](float a, float b) { return std::abs(a) < std::abs(b); };
        if (!std::all_of(first, last, [](float x) { return std::isfinite(x); }))
            throw std::invalid_argument("quantize_q8_0: a number");
        // float divided by double and rounded is what float divided by float is.
        const float d = std::abs(*std::max_element(first, last, smaller)) / 127.0;
        scale = float16(d);
        if (static_cast<float>(scale) > 65504) throw std::invalid_argument("quantize_q8_0: a scale");
        float inverse = d != 0 ? 1.0 / d : 0.0;
        if (std::isinf(inverse)) inverse = 0;
        std::transform(first, last, values.begin(), [&](float x) {
            const float p = x * inverse;
            const int size = static_cast<int>(std::abs(p) + 0.5);  // in double, where the sum is exact
            return static_cast<std::int8_t>(std::clamp(p < 0 ? -size : size, -128, 127));
        });
        at += 32;
    }
    return result;
}

}  // namespace tiny_llm
