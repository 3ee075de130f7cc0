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
    const std::size_t rows = x.size() / in;
    const Tensor flat = xt::reshape_view(x, {rows, in});
    Tensor y = xt::zeros<float>({rows, out});
    for (std::size_t i = 0; i < rows; ++i) {
        const Tensor row = xt::view(flat, i);
        xt::view(y, i) = xt::linalg::dot(weight, row);
        if (bias) xt::view(y, i) += *bias;
    }
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
