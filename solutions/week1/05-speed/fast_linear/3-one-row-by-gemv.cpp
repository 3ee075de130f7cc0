#include "week1/05-speed/fast_linear.hpp"

namespace tiny_llm {

// gemm copies the weights into an order that pays when many rows use them. For one row, gemv reads them as they lie.
void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
                   "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
                       "weight", weight);
    }
    auto shape = x.shape();
    shape.back() = weight.shape(0);
    out.resize(shape);
    if (x.size() == 0) return out.fill(0.0f);
    const int outs = static_cast<int>(weight.shape(0)), in = static_cast<int>(weight.shape(1));
    const int rows = static_cast<int>(x.size() / weight.shape(1));
    if (rows == 1) {
        cblas_sgemv(CblasRowMajor, CblasNoTrans, outs, in, 1.0f, weight.data(), in, x.data(), 1, 0.0f, out.data(), 1);
    } else {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0f, x.data(), in, weight.data(), in,
                    0.0f, out.data(), outs);
    }
    if (bias) out += *bias;
}

}  // namespace tiny_llm
