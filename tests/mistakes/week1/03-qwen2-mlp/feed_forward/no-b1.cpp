// en: The first bias is missing: your output equals W2 max(0, W1 x) + b2. b1 belongs to the sum before ReLU, where
//     it shifts the point at which an element switches on.
// zh: 少了第一个偏置：你的输出等于 W2 max(0, W1 x) + b2。b1 要在 ReLU 之前加上，
//     它决定每个元素从哪一点开始导通。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, w1), 0.0f);
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
