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
    if (x.size() > 0) {
        const Tensor flat = xt::reshape_view(x, {rows, in});
        out = xt::linalg::dot(flat, xt::transpose(weight));
        if (bias) out += *bias;
    }
    out.resize(shape);
}

}  // namespace tiny_llm
