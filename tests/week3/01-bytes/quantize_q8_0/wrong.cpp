#include "quantize_q8_0.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- all-in-double

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
        const double d = largest / 127.0, inverse = d > 0x1p-128 ? 1 / d : 0;
        block.scale = float16(static_cast<float>(d));
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q8_0: scale");
        for (std::size_t i = 0; i < 32; ++i) block.values[i] = std::round(x[i] * inverse);
    }
    return result;
}

// ---- blocks-doubled

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), std::vector<Q8Block>(weight.size() / 32)};
    const float* x = weight.data();
    for (std::size_t b = 0; b < weight.size() / 32; ++b, x += 32) {
        Q8Block block;
        float largest = 0;
        for (std::size_t i = 0; i < 32; ++i) {
            if (!std::isfinite(x[i])) throw std::invalid_argument("quantize_q8_0: number");
            largest = std::max(largest, std::abs(x[i]));
        }
        const float d = largest / 127, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q8_0: scale");
        for (std::size_t i = 0; i < 32; ++i) block.values[i] = std::lround(x[i] * inverse);
        result.blocks.push_back(block);
    }
    return result;
}

// ---- divided-by-128

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
        const float d = largest / 128, inverse = d == 0 || std::isinf(1 / d) ? 0 : 1 / d;
        block.scale = float16(d);
        if (std::isinf(float(block.scale))) throw std::invalid_argument("quantize_q8_0: scale");
        for (std::size_t i = 0; i < 32; ++i) block.values[i] = std::round(x[i] * inverse);
    }
    return result;
}

// ---- halves-to-even

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    const std::size_t blocks = weight.size() / 32;
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), std::vector<Q8Block>(blocks)};
    Tensor x = weight;
    x.reshape({blocks, std::size_t{32}});
    const Tensor d = xt::amax(xt::abs(x), {1}) / 127.0f;
    if (!xt::all(xt::isfinite(weight)) || !xt::all(d < 65520.0f))
        throw std::invalid_argument("quantize_q8_0: too large");
    Tensor inverse = 1.0f / d;
    inverse = xt::where(xt::isinf(inverse), 0.0f, inverse);
    const Tensor values = xt::rint(x * xt::view(inverse, xt::all(), xt::newaxis()));
    for (std::size_t b = 0; b < blocks; ++b) {
        result.blocks[b].scale = float16(d(b));
        for (std::size_t i = 0; i < 32; ++i) result.blocks[b].values[i] = static_cast<std::int8_t>(values(b, i));
    }
    return result;
}

// ---- largest-not-reset+nan-unrefused

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

// ---- rounded-scale

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
        block.scale = float16(largest / 127);
        const float scale = block.scale;
        if (std::isinf(scale)) throw std::invalid_argument("quantize_q8_0: scale");
        for (std::size_t i = 0; i < 32; ++i) block.values[i] = scale == 0 ? 0 : std::round(x[i] / scale);
    }
    return result;
}

// ---- truncated

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
