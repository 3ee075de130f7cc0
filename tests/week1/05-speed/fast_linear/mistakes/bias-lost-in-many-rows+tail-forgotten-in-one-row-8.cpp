#include "fast_linear.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
