// en: The function in between is SiLU. Qwen2 uses it, but inside a gated layer, which comes next in this chapter.
//     Here it is ReLU, max(0, x).
// zh: 中间的函数是 SiLU。Qwen2 用它，但那是在门控层里，本章随后就会讲到。这里用的是 ReLU，即 max(0, x)。

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
    for (float& v : hidden) v = v / (1.0f + std::exp(-v));
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
