#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- ggml

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

// ---- values-first

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

// ---- xtensor

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    if (!xt::all(xt::isfinite(weight))) throw std::invalid_argument("quantize_q4_0: not finite");
    const std::size_t blocks = weight.size() / 32;
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(blocks)};
    Tensor x = weight;
    x.reshape({blocks, std::size_t{32}});
    Tensor d = xt::zeros<float>({blocks});
    for (std::size_t b = 0; b < blocks; ++b) {
        const float* first = &x(b, 0);
        const auto smaller = [](float one, float other) { return std::abs(one) < std::abs(other); };
        d(b) = (*std::max_element(first, first + 32, smaller) + 0.0f) / -8.0f;  // -0 + 0 is 0
    }
    Tensor inverse = 1.0f / d;
    inverse = xt::where(xt::isinf(inverse), 0.0f, inverse);
    const Tensor products = x * xt::view(inverse, xt::all(), xt::newaxis());
    const Tensor values = xt::minimum(xt::floor(products + 8.5f), 15.0f);
    for (std::size_t b = 0; b < blocks; ++b) {
        result.blocks[b].scale = float16(d(b));
        if (std::isinf(float(result.blocks[b].scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            result.blocks[b].values[j] = static_cast<std::uint8_t>(values(b, j) + 16 * values(b, j + 16));
        }
    }
    return result;
}

}  // namespace tiny_llm
