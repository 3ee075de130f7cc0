// en: The function in between is GELU. This is right for BERT and GPT-2, which keep this layer and change only the
//     function; the Transformer of 2017 has ReLU, max(0, x).
// zh: 中间的函数是 GELU。对 BERT 和 GPT-2 来说这是对的，它们保留这一层，只换了激活函数；
//     2017 年的 Transformer 用的是 ReLU，即 max(0, x)。

#include "feed_forward.hpp"

#include <cmath>

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x,
                   "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    Tensor hidden = linear(x, w1, b1);
    for (float& v : hidden) v = 0.5f * v * (1.0f + std::erf(v / std::sqrt(2.0f)));
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
