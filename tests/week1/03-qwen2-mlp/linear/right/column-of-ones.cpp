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
    // [x 1] [W b]^T
    const std::size_t rows = x.size() / in;
    Tensor longer = xt::ones<float>({rows, in + 1});
    xt::view(longer, xt::all(), xt::range(0, in)) = xt::reshape_view(x, {rows, in});
    Tensor wider = xt::zeros<float>({out, in + 1});
    xt::view(wider, xt::all(), xt::range(0, in)) = weight;
    if (bias) xt::view(wider, xt::all(), in) = *bias;
    Tensor y = xt::linalg::dot(longer, xt::transpose(wider));
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
