// en: ReLU is at the end of the layer, and nothing stands between the two matrices: your output equals
//     max(0, W2 (W1 x + b1) + b2). Move it between them.
// zh: ReLU 放到了整层的末尾，两个矩阵之间什么也没有：你的输出等于 max(0, W2 (W1 x + b1) + b2)。
//     请把它移到两个矩阵之间。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    return xt::maximum(linear(linear(x, w1, b1), w2, b2), 0.0f);
}

}  // namespace tiny_llm
