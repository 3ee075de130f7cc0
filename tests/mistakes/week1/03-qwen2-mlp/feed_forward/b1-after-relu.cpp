// en: b1 is added after ReLU: your output equals W2 (max(0, W1 x) + b1) + b2. ReLU must see the sum W1 x + b1, or
//     the bias cannot decide what is switched off.
// zh: b1 加在了 ReLU 之后：你的输出等于 W2 (max(0, W1 x) + b1) + b2。ReLU 要作用于 W1 x + b1 这个和，
//     否则偏置无法决定哪些元素被关断。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1), 0.0f) + b1;
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
