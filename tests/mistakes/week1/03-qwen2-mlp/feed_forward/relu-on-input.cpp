// en: ReLU is applied to x, before the first matrix, and not to what that matrix makes. Negative inputs carry
//     information too: apply it to W1 x + b1.
// zh: ReLU 作用在了输入 x 上，而不是第一个矩阵的结果上。负的输入同样带有信息：请作用于 W1 x + b1。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor positive = xt::maximum(x, 0.0f);
    return linear(linear(positive, w1, b1), w2, b2);
}

}  // namespace tiny_llm
