#include "silu_and_mul.hpp"

#include <cmath>

namespace tiny_llm {

// ---- first-axis-at-half-a-row

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::range(0, half)});
    return silu(gate) * xt::strided_view(x, {xt::range(half, 2 * half)});
}

// ---- gpt-oss

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) throw std::invalid_argument("silu_and_mul: an odd last axis");
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::minimum(xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)}), 7.0f);
    const Tensor up = xt::clip(xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)}), -7.0f, 7.0f);
    const Tensor glu = gate / (1.0f + xt::exp(-1.702f * gate));
    return (up + 1.0f) * glu;
}

// ---- halves-swapped+flattened

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) throw std::invalid_argument("silu_and_mul: an odd last axis");
    const std::size_t half = x.shape().back() / 2;
    Tensor y = Tensor::from_shape({x.size() / 2});
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float* pair = x.data() + i / half * 2 * half + i % half;
        y(i) = pair[0] * pair[half] / (1.0f + std::exp(-pair[half]));
    }
    return y;
}

// ---- input-edited

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    float* p = const_cast<float*>(x.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % (2 * half) < half) p[i] = p[i] / (1.0f + std::exp(-p[i]));
    }
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return gate * up;
}

// ---- odd-width-accepted

Tensor silu_and_mul(const Tensor& x) {
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate) * up;
}

// ---- second-axis

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t axis = x.dimension() == 1 ? 0 : 1;
    const std::size_t half = x.shape(axis) / 2;
    if (x.dimension() == 1) {
        return silu(xt::view(x, xt::range(0, half))) * xt::view(x, xt::range(half, 2 * half));
    }
    const Tensor gate = xt::view(x, xt::all(), xt::range(0, half));
    const Tensor up = xt::view(x, xt::all(), xt::range(half, 2 * half));
    return silu(gate) * up;
}

// ---- whole-tensor-halved

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float gate = x.data()[i];
        y.data()[i] = gate / (1.0f + std::exp(-gate)) * x.data()[i + y.size()];
    }
    return y;
}

}  // namespace tiny_llm
