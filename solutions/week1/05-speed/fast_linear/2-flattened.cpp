#include "week1/05-speed/fast_linear.hpp"

namespace tiny_llm {

// All leading axes are rows to BLAS, whatever their number, and the product is written where it is wanted.
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
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0f, x.data(), in, weight.data(), in, 0.0f,
                out.data(), outs);
    if (bias) out += *bias;
}

}  // namespace tiny_llm
