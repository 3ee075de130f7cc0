#include "fast_linear.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
