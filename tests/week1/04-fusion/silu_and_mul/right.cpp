#include "silu_and_mul.hpp"

#include <cmath>

namespace tiny_llm {

// ---- double-pointers

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = Tensor::from_shape(shape);
    const float* gate = x.data();
    for (float* out = y.data(); out != y.data() + y.size(); gate += half) {
        for (std::size_t i = 0; i < half; ++i, ++gate) {
            *out++ = static_cast<float>(*gate * (0.5 + 0.5 * std::tanh(0.5 * *gate)) * gate[half]);
        }
    }
    return y;
}

// ---- float-loop

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t row = i / half;
        const std::size_t column = i % half;
        const float gate = x.data()[row * 2 * half + column];
        const float up = x.data()[row * 2 * half + half + column];
        y.data()[i] = gate / (1.0f + std::exp(-gate)) * up;
    }
    return y;
}

// ---- rows-by-view

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    if (x.dimension() == 1) {
        const Tensor gate = xt::view(x, xt::range(0, half));
        return silu(gate) * xt::view(x, xt::range(half, 2 * half));
    }
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = silu_and_mul(xt::view(x, i));
    return y;
}

// ---- split

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    const std::vector<std::size_t> all(x.shape().begin(), x.shape().end());
    std::vector<std::size_t> shape = all;
    shape.back() = half;
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor rows = xt::reshape_view(x, {x.size() / all.back(), all.back()});
    const Tensor gate = xt::view(rows, xt::all(), xt::range(0, half));
    const Tensor up = xt::view(rows, xt::all(), xt::range(half, 2 * half));
    Tensor y = up * silu(gate);
    y.reshape(shape);
    return y;
}

// ---- two-axes-more

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    // N.. x 2I as N.. x 2 x I
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = 2;
    shape.push_back(half);
    Tensor pairs = x;
    pairs.reshape(shape);
    const Tensor gate = xt::strided_view(pairs, {xt::ellipsis(), 0, xt::all()});
    const Tensor up = xt::strided_view(pairs, {xt::ellipsis(), 1, xt::all()});
    return up * gate / (1.0f + xt::exp(-gate));
}

}  // namespace tiny_llm
