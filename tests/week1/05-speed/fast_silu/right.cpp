#include "fast_silu.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

// ---- four-threads

void fast_silu(const Tensor& x, Tensor& out) {
    if (!std::equal(out.shape().begin(), out.shape().end(), x.shape().begin(), x.shape().end())) {
        out = Tensor::from_shape(x.shape());
    }
    constexpr std::size_t count = 4;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, begin = t * x.size() / count, end = (t + 1) * x.size() / count] {
            for (std::size_t i = begin; i < end; ++i) out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
        });
    }
    for (std::thread& thread : threads) thread.join();
}

// ---- given-exp

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + fast_exp(-x.data()[i]));
}

// ---- lanes-and-tail

namespace {

TINY_LLM_CLONES
void row_of(const float* x, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out[i] = x[i] / (1.0f + fast_exp(-x[i]));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    constexpr std::size_t lanes = 8;
    const std::size_t whole = x.size() / lanes * lanes;
#pragma omp parallel for
    for (std::size_t begin = 0; begin < whole; begin += lanes) row_of(x.data() + begin, out.data() + begin, lanes);
    row_of(x.data() + whole, out.data() + whole, x.size() - whole);
}

// ---- noalias

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    xt::noalias(out) = x / (1.0f + xt::exp(-x));
}

// ---- one-expression

void fast_silu(const Tensor& x, Tensor& out) { out = x / (1.0f + xt::exp(-x)); }

// ---- transform-in-double

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    std::transform(x.data(), x.data() + x.size(), out.data(), [](float v) {
        const double exact = v;
        return static_cast<float>(exact / (1.0 + std::exp(-exact)));
    });
}

}  // namespace tiny_llm
