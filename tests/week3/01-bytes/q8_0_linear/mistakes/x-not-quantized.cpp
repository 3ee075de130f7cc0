#include "q8_0_linear.hpp"

namespace tiny_llm {

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument(
            "q8_0_linear: x " + shape_string(x) + " does not fit a weight of " + std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});
    auto shape = x.shape();
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    const std::size_t blocks = columns / 32;
    for (std::size_t r = 0; r < x.size() / columns; ++r) {
        for (std::size_t o = 0; o < rows; ++o) {
            float sum = bias ? (*bias)(o) : 0;
            for (std::size_t k = 0; k < columns; ++k) {
                const Q8Block& block = weight.blocks[o * blocks + k / 32];
                const float number = x.data()[r * columns + k];
                if (!(std::abs(number) < 8.3e6f)) throw std::invalid_argument("q8_0_linear: x is NaN or too large");
                sum += number * (static_cast<float>(block.scale) * block.values[k % 32]);
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
