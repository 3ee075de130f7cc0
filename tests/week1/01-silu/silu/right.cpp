#include "silu.hpp"

#include <algorithm>

#if __has_include(<xtensor/core/xvectorize.hpp>)
#include <xtensor/core/xvectorize.hpp>
#else
#include <xtensor/xvectorize.hpp>
#endif

namespace tiny_llm {

// ---- double-pointers

Tensor silu(const Tensor& x) {
    auto y = Tensor::from_shape(x.shape());
    const float* in = x.data();
    float* out = y.data();
    for (const float* end = in + x.size(); in != end; ++in, ++out) {
        const double v = *in;
        *out = static_cast<float>(v / (1.0 + std::exp(-v)));
    }
    return y;
}

// ---- exponent-clipped

Tensor silu(const Tensor& x) {
    // 80 is large enough: exp(-80) is lost beside 1, and x * exp(-80) beside 0.
    const Tensor e = xt::exp(xt::clip(x, -80.0f, 80.0f));
    return x * e / (e + 1.0f);
}

// ---- float-loop

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.flat(i);
        y.flat(i) = v / (1.0f + std::exp(-v));
    }
    return y;
}

// ---- log-space

Tensor silu(const Tensor& x) {
    // sigmoid(x) = exp(-softplus(-x))
    const Tensor softplus = xt::maximum(-x, 0.0f) + xt::log1p(xt::exp(-xt::abs(x)));
    return x * xt::exp(-softplus);
}

// ---- rows-by-view

Tensor silu(const Tensor& x) {
    if (x.dimension() <= 1 || x.size() == 0) return x / (1.0f + xt::exp(-x));
    Tensor y = xt::empty_like(x);
    for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = silu(xt::view(x, i));
    return y;
}

// ---- sigmoid-helper

namespace {

Tensor sigmoid(const Tensor& x) {
    Tensor s = -x;
    s = xt::exp(s);
    s += 1.0f;
    return 1.0f / s;
}

}  // namespace

Tensor silu(const Tensor& x) {
    const auto s = sigmoid(x);
    return x * s;
}

// ---- tanh

Tensor silu(const Tensor& x) { return 0.5f * x * (1.0f + xt::tanh(0.5f * x)); }

// ---- transform

Tensor silu(const Tensor& x) {
    Tensor y = x;
    std::transform(x.begin(), x.end(), y.begin(), [](float v) { return v * (1.0f / (1.0f + std::exp(-v))); });
    return y;
}

// ---- two-branches

Tensor silu(const Tensor& x) {
    const Tensor e = xt::exp(-xt::abs(x));
    return x * xt::where(x >= 0.0f, 1.0f / (1.0f + e), e / (1.0f + e));
}

// ---- vectorize

Tensor silu(const Tensor& x) {
    const auto one = [](float v) { return v / (1.0f + std::exp(-v)); };
    return xt::vectorize(one)(x);
}

// ---- x-minus

Tensor silu(const Tensor& x) {
    // sigmoid(x) = 1 - sigmoid(-x)
    return x - x / (1.0f + xt::exp(x));
}

}  // namespace tiny_llm
