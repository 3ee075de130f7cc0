// en: Negative hidden elements come out with their sign turned: this is the absolute value. ReLU makes them zero,
//     max(0, ...).
// zh: 隐藏层的负元素被翻成了正数：这是绝对值。ReLU 要把它们变成零，即 max(0, ...)。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::abs(linear(x, w1, b1));
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
