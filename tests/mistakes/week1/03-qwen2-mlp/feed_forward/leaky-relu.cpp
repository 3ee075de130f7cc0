// en: Negative hidden elements are scaled by 0.01: this is leaky ReLU. The layer of 2017 uses plain ReLU, which
//     makes them zero.
// zh: 隐藏层的负元素乘了 0.01：这是 leaky ReLU。2017 年的这一层用普通的 ReLU，负元素变成零。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor before = linear(x, w1, b1);
    const Tensor hidden = xt::where(before > 0.0f, before, 0.01f * before);
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
