// en: The negative half is kept and the positive one becomes zero: this is min(0, ...). ReLU keeps what is
//     positive, max(0, ...).
// zh: 保留的是负的一半，正的一半变成了零：这是 min(0, ...)。ReLU 保留正数，即 max(0, ...)。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::minimum(linear(x, w1, b1), 0.0f);
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
