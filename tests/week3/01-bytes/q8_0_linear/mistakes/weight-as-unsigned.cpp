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
            const Q8Block *a = inputs.blocks.data() + r * blocks, *b = weight.blocks.data() + o * blocks;
            float sum = bias ? (*bias)(o) : 0;
            for (std::size_t k = 0; k < blocks; ++k) {
                int whole = 0;
                for (std::size_t i = 0; i < 32; ++i)
                    whole += a[k].values[i] * static_cast<std::uint8_t>(b[k].values[i]);
                sum += static_cast<float>(whole) * (static_cast<float>(a[k].scale) * static_cast<float>(b[k].scale));
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
