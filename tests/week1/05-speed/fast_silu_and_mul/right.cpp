#include "fast_silu_and_mul.hpp"

#include <thread>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

// ---- double-loop

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
        for (std::size_t i = 0; i < half; ++i)
            to[i] = static_cast<float>(gate[i] / (1.0 + std::exp(-static_cast<double>(gate[i]))) * up[i]);
    }
}

// ---- float-loop

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
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
    }
}

// ---- given-exp-in-clones

namespace {

TINY_LLM_CLONES
void row_of(const float* from, float* __restrict to, std::size_t half) {
    for (std::size_t i = 0; i < half; ++i) to[i] = from[i] * from[half + i] / (1.0f + fast_exp(-from[i]));
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
#pragma omp parallel for
    for (std::size_t row = 0; row < rows; ++row) row_of(x.data() + row * 2 * half, out.data() + row * half, half);
}

// ---- two-threads

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const float* gate = x.data() + k / half * 2 * half + k % half;
            out.data()[k] = gate[half] * gate[0] / (1.0f + std::exp(-gate[0]));
        }
    };
    std::thread first(work, 0, rows * half / 2);
    work(rows * half / 2, rows * half);
    first.join();
}

// ---- views

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    const std::size_t half = shape.back();
    const auto gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const auto up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    out = gate / (1.0f + xt::exp(-gate)) * up;
}

}  // namespace tiny_llm
