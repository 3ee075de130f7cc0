// en: Only matrices are accepted here. x may have any number of leading axes, and may be a single vector; linear
//     handles them all.
// zh: 这里只接受二维的 x。前置轴可以有任意多个，也可以是单个向量；这些 linear 都能处理。

#include "feed_forward.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    if (x.dimension() != 2) throw std::invalid_argument("feed_forward: x must have two axes");
    const Tensor hidden = xt::maximum(linear(x, w1, b1), 0.0f);
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
