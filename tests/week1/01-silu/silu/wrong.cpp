#include "silu.hpp"

namespace tiny_llm {

// ---- all-zero

Tensor silu(const Tensor& x) { return 1 / 2 * x * (1.0f + xt::tanh(x / 2)); }

// ---- copies-edited

Tensor silu(const Tensor& x) {
    Tensor y = x;
    for (auto v : y) v = v / (1.0f + std::exp(-v));
    return y;
}

// ---- first-axis-looped

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        y.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
    return y;
}

// ---- input-edited

Tensor silu(const Tensor& x) {
    float* p = const_cast<float*>(x.data());
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = p[i] / (1.0f + std::exp(-p[i]));
    return x;
}

// ---- sign-of-exponent+last-element-missed

Tensor silu(const Tensor& x) {
    Tensor y = x;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        const float v = x.data()[i];
        y.data()[i] = v / (1.0f + std::exp(v));
    }
    return y;
}

// ---- size-as-value

Tensor silu(const Tensor& x) {
    Tensor y({static_cast<float>(x.size())});
    for (std::size_t i = 0; i < y.size(); ++i) y(i) = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    return y;
}

// ---- two-axes-looped

Tensor silu(const Tensor& x) {
    if (x.size() == 0) return x;
    const std::size_t rows = x.dimension() < 2 ? 1 : x.shape(0), columns = x.dimension() < 2 ? x.size() : x.shape(1);
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) y(i, j) = x(i, j) / (1.0f + std::exp(-x(i, j)));
    }
    return y;
}

// ---- unwritten

Tensor silu(const Tensor& x) {
    Tensor y = Tensor::from_shape(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] += x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    return y;
}

}  // namespace tiny_llm
