// en: ReLU is applied to the result as well: it holds no negative value, where negative ones are expected. There
//     is one ReLU, between the two matrices; the output is left as W2 and b2 make it.
// zh: 最后的结果也经过了 ReLU，所以没有负值，而这里本应有负值。ReLU 只有一个，在两个矩阵之间；
//     W2 与 b2 算出什么，输出就是什么。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1, b1), 0.0f);
    return xt::maximum(linear(hidden, w2, b2), 0.0f);
}

}  // namespace tiny_llm
