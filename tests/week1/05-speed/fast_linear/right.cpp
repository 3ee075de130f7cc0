#include "fast_linear.hpp"

#include <thread>
#include <vector>

#include "tiny_llm/clones.hpp"

namespace tiny_llm {

// ---- dot

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    if (x.size() > 0) {
        const Tensor flat = xt::reshape_view(x, {rows, in});
        out = xt::linalg::dot(flat, xt::transpose(weight));
        if (bias) out += *bias;
    }
    out.resize(shape);
}

// ---- double-sums

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * in;
        for (std::size_t o = 0; o < outs; ++o) {
            const float* w = weight.data() + o * in;
            double sum = bias ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += static_cast<double>(from[i]) * w[i];
            out.data()[row * outs + o] = static_cast<float>(sum);
        }
    }
}

// ---- float-loops

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * in;
        for (std::size_t o = 0; o < outs; ++o) {
            const float* w = weight.data() + o * in;
            float sum = bias ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

// ---- gemv-and-gemm

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t o = 0; o < outs; ++o) out.data()[row * outs + o] = bias ? (*bias)(o) : 0.0f;
    }
    const int m = static_cast<int>(rows), n = static_cast<int>(outs), k = static_cast<int>(in);
    if (rows == 1) {
        cblas_sgemv(CblasRowMajor, CblasNoTrans, n, k, 1.0f, weight.data(), k, x.data(), 1, 1.0f, out.data(), 1);
    } else if (rows > 1) {
        cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, x.data(), k, weight.data(), k, 1.0f, out.data(), n);
    }
}

// ---- lanes-in-parallel

namespace {

TINY_LLM_CLONES
float dot(const float* a, const float* b, std::size_t count) {
    float sums[8] = {};
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    float sum = 0.0f;
    for (; i < count; ++i) sum += a[i] * b[i];
    for (const float lane : sums) sum += lane;
    return sum;
}

}  // namespace

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
#pragma omp parallel for collapse(2)
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t o = 0; o < outs; ++o) {
            out.data()[row * outs + o] =
                (bias ? (*bias)(o) : 0.0f) + dot(x.data() + row * in, weight.data() + o * in, in);
        }
    }
}

// ---- outputs-in-threads

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    constexpr std::size_t count = 3;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, begin = t * outs / count, end = (t + 1) * outs / count] {
            for (std::size_t row = 0; row < rows; ++row) {
                for (std::size_t o = begin; o < end; ++o) {
                    out.data()[row * outs + o] =
                        cblas_sdot(static_cast<int>(in), x.data() + row * in, 1, weight.data() + o * in, 1) +
                        (bias ? (*bias)(o) : 0.0f);
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tiny_llm
