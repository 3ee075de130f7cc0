#include "linear.hpp"

#include <numeric>

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
    Tensor y = Tensor::from_shape(shape);
    float* to = y.data();
    for (const float* row = x.data(); row != x.data() + x.size(); row += in) {
        for (std::size_t o = 0; o < out; ++o) {
            const float start = bias ? (*bias)(o) : 0.0f;
            *to++ = std::inner_product(row, row + in, weight.data() + o * in, start);
        }
    }
    return y;
}

}  // namespace tiny_llm
