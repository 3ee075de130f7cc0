#include "quantize_q8_0.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

// ---- algorithms

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

// ---- row-by-row

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

// ---- xtensor

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    if (!xt::all(xt::isfinite(weight))) throw std::invalid_argument("quantize_q8_0: not finite");
    const std::size_t blocks = weight.size() / 32;
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), std::vector<Q8Block>(blocks)};
    Tensor x = weight;
    x.reshape({blocks, std::size_t{32}});
    const Tensor d = xt::amax(xt::abs(x), {1}) / 127.0f;
    Tensor inverse = 1.0f / d;
    inverse = xt::where(xt::isinf(inverse), 0.0f, inverse);
    const Tensor values = xt::round(x * xt::view(inverse, xt::all(), xt::newaxis()));
    for (std::size_t b = 0; b < blocks; ++b) {
        result.blocks[b].scale = float16(d(b));
        if (std::isinf(float(result.blocks[b].scale))) throw std::invalid_argument("quantize_q8_0: scale");
        for (std::size_t i = 0; i < 32; ++i) result.blocks[b].values[i] = static_cast<std::int8_t>(values(b, i));
    }
    return result;
}

}  // namespace tiny_llm
