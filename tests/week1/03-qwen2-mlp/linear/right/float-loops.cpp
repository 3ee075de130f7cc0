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
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            float sum = 0;
            for (std::size_t k = 0; k < in; ++k) {
                sum += x.data()[i * in + k] * weight(o, k);
            }
            if (bias) sum += (*bias)(o);
            y.data()[i * out + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
