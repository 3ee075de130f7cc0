#include "fast_silu_and_mul.hpp"

#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

// ---- halves-swapped

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = up[i] / (1.0f + fast_exp(-up[i])) * gate[i];
    }
}

// ---- interleaved

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * 2 * half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = from[2 * i] / (1.0f + fast_exp(-from[2 * i])) * from[2 * i + 1];
    }
}

// ---- polynomial-too-short

namespace {

float exp_of(float x) {
    x = std::min(std::max(x, -87.0f), 87.0f);
    const float n = std::nearbyint(x * 1.44269504f);
    const float r = x - n * 0.693147181f;
    const float p = 1.0f + r + r * r / 2 + r * r * r / 6;
    return std::bit_cast<float>(
        std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(static_cast<int>(n)) << 23));
}

}  // namespace

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + exp_of(-gate[i])) * up[i];
    }
}

// ---- resized-by-size

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    if (out.size() != x.size() / 2) out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

// ---- row-stride-of-half

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

// ---- rows-left-over

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    const std::size_t each = rows / 3;
#pragma omp parallel for num_threads(3)
    for (std::size_t row = 0; row < 3 * each; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

// ---- shared-by-threads

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    std::vector<float> gates(half);
#pragma omp parallel for
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) gates[i] = gate[i] / (1.0f + std::exp(-gate[i]));
        for (std::size_t i = 0; i < half; ++i) to[i] = gates[i] * up[i];
    }
}

// ---- sigmoid

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = up[i] / (1.0f + fast_exp(-gate[i]));
    }
}

// ---- sigmoid+tail-forgotten-8

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half / 8 * 8; ++i) to[i] = up[i] / (1.0f + fast_exp(-gate[i]));
    }
}

// ---- silu-of-product

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] * up[i] / (1.0f + std::exp(-gate[i] * up[i]));
    }
}

// ---- tail-forgotten-16

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half / 16 * 16; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
