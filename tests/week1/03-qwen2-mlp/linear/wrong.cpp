#include "linear.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- bias-as-column

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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) {
        // Not y = y + …: there xtensor 0.27 ends the program instead of throwing.
        const Tensor sum = y + xt::reshape_view(*bias, {out, std::size_t(1)});
        y = sum;
    }
    y.reshape(shape);
    return y;
}

// ---- dot-alone

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    Tensor y = xt::linalg::dot(x, weight);
    if (bias) y += *bias;
    return y;
}

// ---- first-rows-only

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
    std::size_t rows = x.dimension() == 1 ? 1 : x.shape(0);
    if (x.size() == 0) rows = 0;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * out + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

// ---- in-for-out

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t in = weight.shape(1);
    auto shape = x.shape();
    shape.back() = in;
    Tensor rows = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(rows, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

// ---- not-transposed

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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, weight);
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

// ---- not-transposed+no-bias

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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, weight);
    y.reshape(shape);
    return y;
}

// ---- output-shape-of-input

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
        x, "weight", weight);
    if (bias) {
        require_shapes(
            bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight", weight);
    }
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    Tensor y = xt::zeros<float>(x.shape());
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < std::min(in, weight.shape(0)); ++o) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * in + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

// ---- reshaped-as-input

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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(x.shape());
    return y;
}

// ---- reshaped-not-transposed

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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor w = weight;
    w.reshape({in, out});
    Tensor y = xt::linalg::dot(flat, w);
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

// ---- sum-not-reset

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
    float sum = 0.0f;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * out + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

// ---- unwritten

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
    Tensor y = Tensor::from_shape(shape);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            float sum = 0;
            for (std::size_t k = 0; k < in; ++k) {
                sum += x.data()[i * in + k] * weight(o, k);
            }
            if (bias) sum += (*bias)(o);
            y.data()[i * out + o] += sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
