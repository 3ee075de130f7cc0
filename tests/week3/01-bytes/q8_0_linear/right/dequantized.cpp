#include "q8_0_linear.hpp"

namespace tiny_llm {

namespace {

/// The matrix that the blocks stand for: a value times a scale is exact in float.
Tensor dequantized(const Quantized<Q8Block>& quantized) {
    Tensor matrix = xt::zeros<float>({quantized.rows, quantized.columns});
    float* to = matrix.data();
    for (const Q8Block& block : quantized.blocks) {
        for (const std::int8_t value : block.values) *to++ = value * static_cast<float>(block.scale);
    }
    return matrix;
}

}  // namespace

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument(
            "q8_0_linear: x " + shape_string(x) + " does not fit a weight of " + std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});
    Tensor matrix = x;
    matrix.reshape({x.size() / columns, columns});
    const Quantized<Q8Block> inputs = quantize_q8_0(matrix);
    auto shape = x.shape();
    shape.back() = rows;
    if (x.size() == 0 || rows == 0) return Tensor(shape);
    Tensor y = xt::linalg::dot(dequantized(inputs), xt::transpose(dequantized(weight)));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
