#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- divided-by-8+one-scale-for-a-row

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

// ---- fused

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = m / -8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const int low = std::fma(x[j], inverse, 8.5f), high = std::fma(x[j + 16], inverse, 8.5f);
            block.values[j] = std::min(15, low) | std::min(15, high) << 4;
        }
    }
    return result;
}

// ---- m-without-sign-by-8+rounded-and-8-added

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = std::abs(m) / 8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        const auto value = [&](float number) {
            return std::min(15, static_cast<int>(std::round(number * inverse)) + 8);
        };
        for (std::size_t j = 0; j < 16; ++j) block.values[j] = value(x[j]) | value(x[j + 16]) << 4;
    }
    return result;
}

// ---- negative-values

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = m / -8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const int low = std::min(7, static_cast<int>(x[j] * inverse + 8.5f) - 8);
            const int high = std::min(7, static_cast<int>(x[j + 16] * inverse + 8.5f) - 8);
            block.values[j] = (low & 15) | (high & 15) << 4;
        }
    }
    return result;
}

// ---- neighbours-together

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = m / -8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const int low = x[2 * j] * inverse + 8.5f, high = x[2 * j + 1] * inverse + 8.5f;
            block.values[j] = std::min(15, low) | std::min(15, high) << 4;
        }
    }
    return result;
}

// ---- not-cut-at-15

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = m / -8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const auto low = static_cast<std::uint8_t>(x[j] * inverse + 8.5f);
            const auto high = static_cast<std::uint8_t>(x[j + 16] * inverse + 8.5f);
            block.values[j] = low | high << 4;
        }
    }
    return result;
}

// ---- rounded-scale

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        block.scale = float16(m / -8);
        const float d = block.scale, inverse = d == 0 ? 0 : 1 / d;
        if (std::isinf(d)) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const int low = x[j] * inverse + 8.5f, high = x[j + 16] * inverse + 8.5f;
            block.values[j] = std::min(15, low) | std::min(15, high) << 4;
        }
    }
    return result;
}

// ---- sum-in-double

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        const float d = m / -8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const int low = x[j] * inverse + 8.5, high = x[j + 16] * inverse + 8.5;
            block.values[j] = std::min(15, low) | std::min(15, high) << 4;
        }
    }
    return result;
}

// ---- zeros-left-out

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(weight.size() / 32)};
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
        Q4Block& block = result.blocks[b];
        const float* x = weight.data() + 32 * b;
        float m = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q4_0: number");
            if (std::abs(x[i]) > std::abs(m)) m = x[i];
        }
        if (m == 0) continue;
        const float d = m / -8, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            const int low = x[j] * inverse + 8.5f, high = x[j + 16] * inverse + 8.5f;
            block.values[j] = std::min(15, low) | std::min(15, high) << 4;
        }
    }
    return result;
}

}  // namespace tiny_llm
