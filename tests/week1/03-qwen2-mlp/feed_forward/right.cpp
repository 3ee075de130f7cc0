#include "feed_forward.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

// ---- bias-as-a-column

Tensor with_one(const Tensor& x) {
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    const std::size_t width = shape.back()++;
    Tensor wide = xt::ones<float>(shape);
    for (std::size_t i = 0; i < x.size(); ++i) wide.data()[i / width * (width + 1) + i % width] = x.data()[i];
    return wide;
}

Tensor with_column(const Tensor& w, const Tensor& b) {
    Tensor wide = Tensor::from_shape({w.shape(0), w.shape(1) + 1});
    xt::view(wide, xt::all(), xt::range(std::size_t{0}, w.shape(1))) = w;
    xt::view(wide, xt::all(), w.shape(1)) = b;
    return wide;
}

Tensor max0(Tensor x) {
    for (float& v : x) v = std::fmax(v, 0.0f);
    return x;
}

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    // One more input that is always 1: the biases become columns of the matrices.
    Tensor y = linear(with_one(max0(linear(with_one(x), with_column(w1, b1)))), with_column(w2, b2));
    return y;
}

// ---- dot

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    if (x.size() == 0) return x;
    Tensor rows = x;
    rows.reshape({x.size() / w1.shape(1), w1.shape(1)});
    Tensor hidden = xt::linalg::dot(rows, xt::transpose(w1));
    hidden += b1;
    hidden *= xt::cast<float>(hidden > 0.0f);
    Tensor y = xt::linalg::dot(hidden, xt::transpose(w2));
    y += b2;
    y.reshape(x.shape());
    return y;
}

// ---- double-accumulate

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const std::size_t e = w1.shape(1);
    const std::size_t i = w1.shape(0);
    Tensor y = Tensor::from_shape(x.shape());
    std::vector<double> hidden(i);
    for (std::size_t row = 0; row < x.size() / e; ++row) {
        const float* in = x.data() + row * e;
        for (std::size_t j = 0; j < i; ++j) {
            hidden[j] = std::max(0.0, std::inner_product(in, in + e, w1.data() + j * e, double{b1.data()[j]}));
        }
        for (std::size_t o = 0; o < e; ++o) {
            y.data()[row * e + o] = static_cast<float>(
                std::inner_product(hidden.begin(), hidden.end(), w2.data() + o * i, double{b2.data()[o]}));
        }
    }
    return y;
}

// ---- float-loops

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const std::size_t outside = w1.shape(1);
    const std::size_t inside = w1.shape(0);
    Tensor y = x;
    std::vector<float> hidden(inside);
    for (std::size_t row = 0; row < x.size() / outside; ++row) {
        const float* in = x.data() + row * outside;
        for (std::size_t j = 0; j < inside; ++j) {
            float sum = 0;
            for (std::size_t k = 0; k < outside; ++k) sum += w1(j, k) * in[k];
            sum += b1(j);
            hidden[j] = sum > 0 ? sum : 0;
        }
        for (std::size_t o = 0; o < outside; ++o) {
            float sum = b2(o);
            for (std::size_t j = 0; j < inside; ++j) sum += w2(o, j) * hidden[j];
            y.data()[row * outside + o] = sum;
        }
    }
    return y;
}

// ---- half-of-the-absolute-value

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    // max(v, 0) = (v + |v|) / 2, without a comparison.
    const Tensor before = linear(x, w1, b1);
    const Tensor hidden = (before + xt::abs(before)) * 0.5f;
    return linear(hidden, w2, b2);
}

// ---- recursion

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    if (x.dimension() > 1) {
        Tensor y = Tensor::from_shape(x.shape());
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            const Tensor part = xt::view(x, i);
            xt::view(y, i) = feed_forward(part, w1, b1, w2, b2);
        }
        return y;
    }
    const Tensor before = xt::sum(w1 * x, {1}) + b1;
    const Tensor hidden = xt::where(before > 0.0f, before, 0.0f);
    return xt::sum(w2 * hidden, {1}) + b2;
}

// ---- sum-over-hidden-elements

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    // Unit by unit: what hidden element j adds to the output is a multiple of column j of w2.
    const Tensor before = linear(x, w1, b1);
    const std::size_t e = w1.shape(1);
    const std::size_t i = w1.shape(0);
    Tensor y = xt::zeros_like(x);
    for (std::size_t row = 0; row < x.size() / e; ++row) {
        for (std::size_t j = 0; j < i; ++j) {
            const float h = before.data()[row * i + j];
            if (h <= 0) continue;
            for (std::size_t o = 0; o < e; ++o) y.data()[row * e + o] += h * w2.data()[o * i + j];
        }
    }
    y += b2;
    return y;
}

}  // namespace tiny_llm
