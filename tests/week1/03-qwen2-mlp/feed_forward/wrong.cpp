#include "feed_forward.hpp"

#include <algorithm>
#include <vector>

namespace tiny_llm {

// ---- bias-shapes-unchecked

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    const Tensor before = linear(x, w1) + b1;
    const Tensor hidden = xt::maximum(before, 0.0f);
    return linear(hidden, w2) + b2;
}

// ---- input-edited

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1, b1), 0.0f);
    const Tensor y = linear(hidden, w2, b2);
    std::copy(y.begin(), y.end(), const_cast<float*>(x.data()));
    return y;
}

// ---- no-b1+no-b2

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1), 0.0f);
    return linear(hidden, w2);
}

// ---- no-relu

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    Tensor hidden = linear(x, w1, b1);
    for (auto v : hidden) v = std::max(v, 0.0f);
    return linear(hidden, w2, b2);
}

// ---- shapes-unchecked

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    const std::size_t hidden = w1.shape(0);
    const std::size_t dim = x.shape().back();
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        std::vector<float> h(b1.data(), b1.data() + hidden);
        for (std::size_t j = 0; j < hidden; ++j) {
            for (std::size_t k = 0; k < dim; ++k) h[j] += w1.data()[j * dim + k] * x.data()[r * dim + k];
            h[j] = std::max(h[j], 0.0f);
        }
        for (std::size_t o = 0; o < dim; ++o) {
            float sum = b2.data()[o];
            for (std::size_t j = 0; j < hidden; ++j) sum += w2.data()[o * hidden + j] * h[j];
            y.data()[r * dim + o] = sum;
        }
    }
    return y;
}

// ---- step

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor before = linear(x, w1, b1);
    const Tensor hidden = xt::where(before > 0.0f, 1.0f, 0.0f);
    return linear(hidden, w2, b2);
}

// ---- w2-transposed-twice

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1, b1), 0.0f);
    return linear(hidden, xt::transpose(w2), b2);
}

// ---- weights-reshaped

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    Tensor t1 = w1;
    t1.reshape({w1.shape(1), w1.shape(0)});
    Tensor t2 = w2;
    t2.reshape({w2.shape(1), w2.shape(0)});
    const Tensor hidden = xt::maximum(linear(x, xt::transpose(t1), b1), 0.0f);
    return linear(hidden, xt::transpose(t2), b2);
}

}  // namespace tiny_llm
