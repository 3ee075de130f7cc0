#include "week1/05-speed/fast_linear.hpp"

namespace tiny_llm {

// As numpy would have it. With two axes this is one product of matrices by BLAS; with three, xtensor-blas leaves BLAS
// and multiplies by loops of its own.
void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
                   "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
                       "weight", weight);
    }
    out = xt::linalg::dot(x, xt::transpose(weight));
    if (bias) out += *bias;
}

}  // namespace tiny_llm
