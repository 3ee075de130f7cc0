#include "q8_0_linear.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

// ---- all-as-one-row

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument(
            "q8_0_linear: x " + shape_string(x) + " does not fit a weight of " + std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});
    // A block never crosses from one row into the next: all of x may be one row.
    Tensor all = x;
    all.reshape({std::size_t{1}, x.size()});
    const Quantized<Q8Block> inputs = quantize_q8_0(all);
    auto shape = x.shape();
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    const auto step = std::ptrdiff_t(columns / 32);
    auto a = inputs.blocks.begin();
    for (float* to = y.data(); to != y.data() + y.size(); a += step) {
        for (auto b = weight.blocks.begin(); b != weight.blocks.end(); b += step) {
            *to++ = std::inner_product(a, a + step, b, 0.0f, std::plus<>(), [](const Q8Block& p, const Q8Block& q) {
                const int whole = std::inner_product(p.values.begin(), p.values.end(), q.values.begin(), 0);
                return static_cast<float>(p.scale) * static_cast<float>(whole) * static_cast<float>(q.scale);
            });
        }
    }
    if (bias) y += *bias;
    return y;
}

// ---- dequantized

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

// ---- double-sums

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

// ---- row-by-row

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
