// en: Your output is W2 (W1 x + b1) + b2, without ReLU in between. Two linear layers in a row are one linear
//     layer: put max(0, ...) around the first one's result.
// zh: 你的输出是 W2 (W1 x + b1) + b2，两层之间没有 ReLU。两个线性层直接相连等于一个线性层：
//     请对第一层的结果取 max(0, ...)。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    return linear(linear(x, w1, b1), w2, b2);
}

}  // namespace tiny_llm
