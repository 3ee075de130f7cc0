#include "q8_0_linear.hpp"

namespace tiny_llm {

// ---- rank-2-only

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument(
            "q8_0_linear: x " + shape_string(x) + " does not fit a weight of " + std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});

    const std::size_t blocks = columns / 32;
    const Quantized<Q8Block> inputs = quantize_q8_0(x);
    auto shape = x.shape();
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t r = 0; r < inputs.rows; ++r) {
        for (std::size_t o = 0; o < rows; ++o) {
            const Q8Block *a = inputs.blocks.data() + r * blocks, *b = weight.blocks.data() + o * blocks;
            float sum = bias ? (*bias)(o) : 0;
            for (std::size_t k = 0; k < blocks; ++k) {
                int whole = 0;
                for (std::size_t i = 0; i < 32; ++i) whole += a[k].values[i] * b[k].values[i];
                sum += static_cast<float>(whole) * (static_cast<float>(a[k].scale) * static_cast<float>(b[k].scale));
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

// ---- scales-in-float16

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
                for (std::size_t i = 0; i < 32; ++i) whole += a[k].values[i] * b[k].values[i];
                const float16 scale = a[k].scale * b[k].scale;
                sum += static_cast<float>(whole) * static_cast<float>(scale);
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

// ---- sum-cut-to-bits-16

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
                std::int16_t whole = 0;
                for (std::size_t i = 0; i < 32; ++i) whole += a[k].values[i] * b[k].values[i];
                sum += static_cast<float>(whole) * (static_cast<float>(a[k].scale) * static_cast<float>(b[k].scale));
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

// ---- sum-not-reset+bias-first-row-only

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
            float sum = 0;
            int whole = 0;
            for (std::size_t k = 0; k < blocks; ++k) {
                for (std::size_t i = 0; i < 32; ++i) whole += a[k].values[i] * b[k].values[i];
                sum += static_cast<float>(whole) * (static_cast<float>(a[k].scale) * static_cast<float>(b[k].scale));
            }
            y.data()[r * rows + o] = sum;
        }
    }
    for (std::size_t o = 0; bias && inputs.rows > 0 && o < rows; ++o) y.data()[o] += (*bias)(o);
    return y;
}

// ---- weight-as-unsigned

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

// ---- weight-rounded-to-bits-11

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

// ---- x-not-quantized

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

// ---- whole-in-float16

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument(
            "q8_0_linear: x " + shape_string(x) + " does not fit a weight of " + std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});

    const std::size_t n = x.size() / columns;
    const std::size_t blocks = columns / 32;
    Tensor matrix = x;
    matrix.reshape({n, columns});
    const Quantized<Q8Block> inputs = quantize_q8_0(matrix);

    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t o = 0; o < rows; ++o) {
            float sum = bias ? (*bias)(o) : 0.0f;
            for (std::size_t k = 0; k < blocks; ++k) {
                const Q8Block& a = inputs.blocks[r * blocks + k];
                const Q8Block& b = weight.blocks[o * blocks + k];
                int whole = 0;
                for (std::size_t i = 0; i < 32; ++i) whole += a.values[i] * b.values[i];
                sum += whole * a.scale * b.scale;
            }
            y.data()[r * rows + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
