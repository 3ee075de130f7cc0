#include "fast_linear.hpp"

#include <vector>

namespace tiny_llm {

// ---- beta-is-one

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
    if (rows == 0) return;
    const int m = static_cast<int>(rows), n = static_cast<int>(outs), k = static_cast<int>(in);
    cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, x.data(), k, weight.data(), k, 1.0f, out.data(), n);
    if (bias) out += *bias;
}

// ---- bias-first-row-only

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
            float sum = bias && row == 0 ? (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

// ---- bias-lost-in-many-rows+tail-forgotten-in-one-row-8

namespace {

// Eight sums, and none for what is left over.
float dot(const float* a, const float* b, std::size_t count) {
    float sums[8] = {};
    for (std::size_t i = 0; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    float sum = 0.0f;
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
    const int m = static_cast<int>(rows), n = static_cast<int>(outs), k = static_cast<int>(in);
    if (rows == 1) {
        for (std::size_t o = 0; o < outs; ++o) {
            const float sum = dot(x.data(), weight.data() + o * in, in);
            out.data()[o] = bias ? sum + (*bias)(o) : sum;
        }
    } else if (rows > 1) {
        cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, x.data(), k, weight.data(), k, 0.0f, out.data(), n);
    }
}

// ---- bias-twice

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
            float sum = bias ? 2 * (*bias)(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

// ---- last-input-missed

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
            for (std::size_t i = 0; i + 1 < in; ++i) sum += from[i] * w[i];
            out.data()[row * outs + o] = sum;
        }
    }
}

// ---- no-bias

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
    if (rows == 0) return;
    for (std::size_t i = 0; i < out.size(); ++i) out.data()[i] = bias ? (*bias)(i % outs) : 0.0f;
    const int m = static_cast<int>(rows), n = static_cast<int>(outs), k = static_cast<int>(in);
    cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, x.data(), k, weight.data(), k, 0.0f, out.data(), n);
}

// ---- one-row-not-transposed

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
    for (std::size_t i = 0; i < out.size(); ++i) out.data()[i] = bias ? (*bias)(i % outs) : 0.0f;
    const int m = static_cast<int>(rows), n = static_cast<int>(outs), k = static_cast<int>(in);
    if (rows == 1) {
        cblas_sgemv(CblasRowMajor, CblasTrans, k, n, 1.0f, weight.data(), n, x.data(), 1, 1.0f, out.data(), 1);
    } else if (rows > 1) {
        cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, x.data(), k, weight.data(), k, 1.0f, out.data(), n);
    }
}

// ---- shared-by-threads

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
    std::vector<float> sums(16);
#pragma omp parallel for collapse(2)
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t o = 0; o < outs; ++o) {
            std::fill(sums.begin(), sums.end(), 0.0f);
            for (std::size_t i = 0; i < in; ++i) sums[i % 16] += x.data()[row * in + i] * weight.data()[o * in + i];
            float sum = bias ? (*bias)(o) : 0.0f;
            for (const float lane : sums) sum += lane;
            out.data()[row * outs + o] = sum;
        }
    }
}

// ---- shared-by-threads-in-one-row

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
    std::vector<float> products(in);
#pragma omp parallel for if (rows == 1)
    for (std::size_t o = 0; o < outs; ++o) {
        for (std::size_t row = 0; row < rows; ++row) {
            const float* from = x.data() + row * in;
            for (std::size_t i = 0; i < in; ++i) products[i] = from[i] * weight.data()[o * in + i];
            float sum = bias ? (*bias)(o) : 0.0f;
            for (const float product : products) sum += product;
            out.data()[row * outs + o] = sum;
        }
    }
}

// ---- tail-forgotten-8

namespace {

// Eight sums, and none for what is left over.
float dot(const float* a, const float* b, std::size_t count) {
    float sums[8] = {};
    for (std::size_t i = 0; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    float sum = 0.0f;
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
            const float sum = dot(x.data() + row * in, weight.data() + o * in, in);
            out.data()[row * outs + o] = bias ? sum + (*bias)(o) : sum;
        }
    }
}

// ---- weight-kept

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
    // Turned once, so that the inner loop runs along the outputs.
    static const float* of = nullptr;
    static std::size_t size = 0;
    static std::vector<float> turned;
    if (of != weight.data() || size != weight.size()) {
        of = weight.data();
        size = weight.size();
        turned.resize(size);
        for (std::size_t o = 0; o < outs; ++o) {
            for (std::size_t i = 0; i < in; ++i) turned[i * outs + o] = weight(o, i);
        }
    }
    for (std::size_t row = 0; row < rows; ++row) {
        float* to = out.data() + row * outs;
        for (std::size_t o = 0; o < outs; ++o) to[o] = bias ? (*bias)(o) : 0.0f;
        for (std::size_t i = 0; i < in; ++i) {
            for (std::size_t o = 0; o < outs; ++o) to[o] += x.data()[row * in + i] * turned[i * outs + o];
        }
    }
}

}  // namespace tiny_llm
