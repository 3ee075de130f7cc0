#include "linear.hpp"

#include <numeric>

namespace tiny_llm {

// ---- bias-first

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
    if (bias) y += *bias;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = in; k-- > 0;) {  // from the last input to the first
            const float v = x.data()[i * in + k];
            for (std::size_t o = 0; o < out; ++o) y.data()[i * out + o] += v * weight(o, k);
        }
    }
    return y;
}

// ---- blocked

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
            const float* a = x.data() + i * in;
            const float* b = weight.data() + o * in;
            float sums[8] = {};
            std::size_t k = 0;
            for (; k + 8 <= in; k += 8) {
                for (std::size_t n = 0; n < 8; ++n) sums[n] += a[k + n] * b[k + n];
            }
            float sum = bias ? (*bias)(o) : 0.0f;
            for (; k < in; ++k) sum += a[k] * b[k];
            for (const float lane : sums) sum += lane;
            y.data()[i * out + o] = sum;
        }
    }
    return y;
}

// ---- broadcast-and-sum

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    Tensor terms = xt::expand_dims(x, x.dimension() - 1) * weight;  // N.. x out x in
    Tensor y = xt::sum(terms, {terms.dimension() - 1});
    if (bias) y += *bias;
    return y;
}

// ---- column-of-ones

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
    if (x.size() == 0) return xt::zeros<float>(shape);
    // [x 1] [W b]^T
    const std::size_t rows = x.size() / in;
    Tensor longer = xt::ones<float>({rows, in + 1});
    xt::view(longer, xt::all(), xt::range(0, in)) = xt::reshape_view(x, {rows, in});
    Tensor wider = xt::zeros<float>({out, in + 1});
    xt::view(wider, xt::all(), xt::range(0, in)) = weight;
    if (bias) xt::view(wider, xt::all(), in) = *bias;
    Tensor y = xt::linalg::dot(longer, xt::transpose(wider));
    y.reshape(shape);
    return y;
}

// ---- dot

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    Tensor y = xt::linalg::dot(x, xt::transpose(weight));
    if (bias) y = y + *bias;
    return y;
}

// ---- double-loops

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
            double sum = 0;
            for (std::size_t k = 0; k < in; ++k) {
                sum += static_cast<double>(x.data()[i * in + k]) * weight(o, k);
            }
            if (bias) sum += (*bias)(o);
            y.data()[i * out + o] = static_cast<float>(sum);
        }
    }
    return y;
}

// ---- flattened

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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

// ---- float-loops

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

// ---- gemv-each-row

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
    const Tensor flat = xt::reshape_view(x, {rows, in});
    Tensor y = xt::zeros<float>({rows, out});
    for (std::size_t i = 0; i < rows; ++i) {
        const Tensor row = xt::view(flat, i);
        xt::view(y, i) = xt::linalg::dot(weight, row);
        if (bias) xt::view(y, i) += *bias;
    }
    y.reshape(shape);
    return y;
}

// ---- inner-product

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

// ---- leading-axes-by-recursion

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    Tensor y = xt::zeros<float>(shape);
    if (x.dimension() == 1) {
        for (std::size_t o = 0; o < out; ++o) {
            y(o) = xt::sum(x * xt::view(weight, o))();
            if (bias) y(o) += (*bias)(o);
        }
        return y;
    }
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        xt::view(y, i) = linear(xt::view(x, i), weight, bias);
    }
    return y;
}

// ---- tensordot

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    Tensor y = xt::linalg::tensordot(x, weight, {x.dimension() - 1}, {1});
    if (bias) y += *bias;
    return y;
}

}  // namespace tiny_llm
