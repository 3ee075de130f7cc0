#include "feed_forward.hpp"

namespace tiny_llm {

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
