// en: The hidden elements are 0 or 1: you multiply with the condition and have lost the value itself. ReLU lets a
//     positive element through as it is, x > 0 ? x : 0.
// zh: 隐藏层的元素只剩 0 和 1：你用的是判断条件本身，丢掉了数值。ReLU 让正数原样通过，即 x > 0 ? x : 0。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor before = linear(x, w1, b1);
    const Tensor hidden = xt::where(before > 0.0f, 1.0f, 0.0f);
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
