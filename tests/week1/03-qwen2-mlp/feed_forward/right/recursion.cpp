#include "feed_forward.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
