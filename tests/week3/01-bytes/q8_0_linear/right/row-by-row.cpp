#include "q8_0_linear.hpp"

namespace tiny_llm {

namespace {

/// Four sums side by side, as vector code has them.
int dot(const Q8Block& a, const Q8Block& b) {
    int sums[4] = {0, 0, 0, 0};
    for (std::size_t i = 0; i < 32; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane)
            sums[lane] += static_cast<std::int16_t>(a.values[i + lane] * b.values[i + lane]);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
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
    auto shape = x.shape();
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    Tensor row = xt::zeros<float>({std::size_t{1}, columns});
    for (std::size_t r = 0; r * columns < x.size(); ++r) {
        std::copy_n(x.data() + r * columns, columns, row.data());
        const auto a = quantize_q8_0(row).blocks;
        for (std::size_t o = 0; o < rows; ++o) {
            float even = bias ? bias->data()[o] : 0.0f, odd = 0;
            for (std::size_t k = 0; k < a.size(); ++k) {
                const Q8Block& b = weight.blocks[o * a.size() + k];
                const float product = static_cast<float>(dot(a[k], b)) * static_cast<float>(b.scale);
                (k % 2 ? odd : even) += product * static_cast<float>(a[k].scale);
            }
            y.data()[r * rows + o] = even + odd;
        }
    }
    return y;
}

}  // namespace tiny_llm
