#include "fast_rms_norm.hpp"

#include <numeric>
#include <thread>
#include <vector>

namespace tiny_llm {

// ---- blas-dot

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        const float squares = cblas_sdot(static_cast<int>(dim), from, 1, from, 1);
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- double-sums

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        double squares = 0;
        for (std::size_t i = 0; i < dim; ++i) squares += static_cast<double>(from[i]) * from[i];
        const float scale = static_cast<float>(1 / std::sqrt(squares / static_cast<double>(dim) + eps));
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- expressions

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    out = x / xt::sqrt(mean_square + eps) * weight;
}

// ---- lanes-and-tail

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float sums[16] = {};
        std::size_t i = 0;
        for (; i + 16 <= dim; i += 16) {
            for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += from[i + lane] * from[i + lane];
        }
        float squares = 0.0f;
        for (; i < dim; ++i) squares += from[i] * from[i];
        for (const float sum : sums) squares += sum;
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- threads-by-turns

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    constexpr std::size_t count = 3;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t row = t; row < x.size() / dim; row += count) {
                const float* from = x.data() + row * dim;
                const float squares = std::inner_product(from, from + dim, from, 0.0f);
                const float root = std::sqrt(squares / static_cast<float>(dim) + eps);
                for (std::size_t i = 0; i < dim; ++i) out.data()[row * dim + i] = from[i] / root * weight(i);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tiny_llm
