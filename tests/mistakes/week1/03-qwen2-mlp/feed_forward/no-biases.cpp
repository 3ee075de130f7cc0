// en: Both biases are missing: your output equals W2 max(0, W1 x), the form without biases that many texts print.
//     The layer of 2017 has b1 before ReLU and b2 at the end.
// zh: 两个偏置都没有加：你的输出等于 W2 max(0, W1 x)，这是许多文章里省去偏置的写法。
//     2017 年的这一层在 ReLU 之前加 b1，最后加 b2。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1), 0.0f);
    return linear(hidden, w2);
}

}  // namespace tiny_llm
