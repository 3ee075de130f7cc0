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
    Tensor y(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t r = i / rows, o = i % rows;
        double sum = 0;
        for (std::size_t k = blocks; k-- > 0;) {  // from the last block on
            const Q8Block &a = inputs.blocks[r * blocks + k], &b = weight.blocks[o * blocks + k];
            long whole = 0;
            for (std::size_t j = 0; j < 32; ++j) whole += long{a.values[j]} * b.values[j];
            sum += static_cast<double>(whole) * static_cast<double>(static_cast<float>(a.scale)) *
                   static_cast<double>(static_cast<float>(b.scale));
        }
        y.data()[i] = static_cast<float>(bias ? sum + (*bias)(o) : sum);
    }
    return y;
}

}  // namespace tiny_llm
