// en: The weights are transposed once too often: square ones give wrong numbers, others do not fit. They are
//     stored out x in, which is what linear takes; it transposes them itself.
// zh: 权重多转置了一次：方阵时数值错误，其他情况下形状不符。权重按 out x in 存放，linear 要的正是这种形式，
//     转置由它自己完成。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const Tensor hidden = xt::maximum(linear(x, xt::transpose(w1), b1), 0.0f);
    return linear(hidden, xt::transpose(w2), b2);
}

}  // namespace tiny_llm
