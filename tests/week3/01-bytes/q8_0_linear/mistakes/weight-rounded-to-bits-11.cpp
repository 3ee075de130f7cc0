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

    const std::size_t blocks = columns / 32;
    Tensor matrix = x;
    matrix.reshape({x.size() / columns, columns});
    const Quantized<Q8Block> inputs = quantize_q8_0(matrix);
    auto shape = x.shape();
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t r = 0; r < inputs.rows; ++r) {
        for (std::size_t o = 0; o < rows; ++o) {
            float sum = bias ? (*bias)(o) : 0;
            for (std::size_t k = 0; k < blocks; ++k) {
                const Q8Block &a = inputs.blocks[r * blocks + k], &b = weight.blocks[o * blocks + k];
                for (std::size_t i = 0; i < 32; ++i) {
                    const float16 number(static_cast<float>(b.scale) * b.values[i]);
                    sum += static_cast<float>(a.scale) * a.values[i] * static_cast<float>(number);
                }
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
