#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    Tensor y = xt::zeros<float>(shape);
    if (x.dimension() == 1) {
        for (std::size_t o = 0; o < out; ++o) {
            y(o) = xt::sum(x * xt::view(weight, o))();
            if (bias) y(o) += (*bias)(o);
        }
        return y;
    }
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        xt::view(y, i) = linear(xt::view(x, i), weight, bias);
    }
    return y;
}

}  // namespace tiny_llm
