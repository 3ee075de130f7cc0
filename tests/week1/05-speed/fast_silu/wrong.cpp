#include "fast_silu.hpp"

#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

// ---- exp-overflow

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float e = std::exp(x.data()[i]);
        out.data()[i] = x.data()[i] * e / (1.0f + e);
    }
}

// ---- exponent-wraps

namespace {

float exp_of(float x) {
    const float n = std::nearbyint(x * 1.44269504f);
    const float r = x - n * 0.693147181f;
    const float p = std::exp(r);
    return std::bit_cast<float>(
        std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(static_cast<int>(n)) << 23));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

// ---- flattened

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize({x.size()});
    for (std::size_t i = 0; i < x.size(); ++i) out(i) = x.data()[i] / (1.0f + fast_exp(-x.data()[i]));
}

// ---- no-range-reduction

namespace {

float exp_of(float x) {
    float term = 1.0f;
    float sum = 1.0f;
    for (int k = 1; k <= 6; ++k) {
        term *= x / static_cast<float>(k);
        sum += term;
    }
    return sum;
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

// ---- resized-by-size

void fast_silu(const Tensor& x, Tensor& out) {
    if (out.size() != x.size()) out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
}

// ---- rows-left-over

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    if (x.size() == 0) return;
    const std::size_t width = x.shape().back();
    const std::size_t rows = x.size() / width;
    constexpr std::size_t threads = 3;
    const std::size_t each = rows / threads * width;
#pragma omp parallel for num_threads(3)
    for (std::size_t thread = 0; thread < threads; ++thread) {
        for (std::size_t i = thread * each; i < (thread + 1) * each; ++i)
            out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
}

// ---- shared-by-threads

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    const std::size_t width = x.size() == 0 ? 1 : x.shape().back();
    std::vector<float> denominators(width);
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / width; ++row) {
        const float* from = x.data() + row * width;
        for (std::size_t i = 0; i < width; ++i) denominators[i] = 1.0f + std::exp(-from[i]);
        for (std::size_t i = 0; i < width; ++i) out.data()[row * width + i] = from[i] / denominators[i];
    }
}

// ---- sigmoid

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = 1.0f / (1.0f + fast_exp(-x.data()[i]));
}

// ---- sigmoid+tail-forgotten-16

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    constexpr std::size_t lanes = 16;
    const std::size_t whole = x.size() / lanes * lanes;
    for (std::size_t begin = 0; begin < whole; begin += lanes) {
        for (std::size_t i = begin; i < begin + lanes; ++i) out.data()[i] = 1.0f / (1.0f + std::exp(-x.data()[i]));
    }
}

// ---- sign-of-exponent

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
#pragma omp parallel for
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + fast_exp(x.data()[i]));
}

// ---- tail-forgotten-16

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    constexpr std::size_t lanes = 16;
    const std::size_t whole = x.size() / lanes * lanes;
    for (std::size_t begin = 0; begin < whole; begin += lanes) {
        for (std::size_t i = begin; i < begin + lanes; ++i)
            out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
}

}  // namespace tiny_llm
