// en: The biases are added down the rows: element i of b goes to all of row i. A bias has one element for each
//     output and is the same for every row; it goes along the last axis.
// zh: 偏置加错了方向：b 的第 i 个元素加到了整个第 i 行上。偏置的每个元素对应一个输出，对每一行都一样，
//     应沿最后一个轴相加。

#include "feed_forward.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor along_rows(const Tensor& b, const Tensor& like) {
    Tensor column = b;
    column.reshape({b.size(), 1});
    if (like.dimension() != 2 || like.shape(0) != b.size()) throw std::runtime_error("shapes do not broadcast");
    return column;
}

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    Tensor hidden = linear(x, w1);
    hidden = xt::maximum(hidden + along_rows(b1, hidden), 0.0f);
    const Tensor y = linear(hidden, w2);
    return y + along_rows(b2, y);
}

}  // namespace tiny_llm
