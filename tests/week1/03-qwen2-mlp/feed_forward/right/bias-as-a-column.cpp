#include "feed_forward.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

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

}  // namespace tiny_llm
