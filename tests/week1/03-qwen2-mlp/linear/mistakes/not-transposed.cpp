#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, weight);
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
