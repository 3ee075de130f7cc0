// en: This is what the sigmoid gives, where another gate was asked for. GLU is one of four: choose the function by the
//     argument `gate`.
// zh: 要的是别的门，给出的却是 sigmoid 的结果。GLU 只是四种之一，请按参数 gate 选择函数。

#include "glu.hpp"

namespace tiny_llm {

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    static_cast<void>(gate);
    const Tensor g = linear(x, w_gate);
    const Tensor gated = linear(x, w_up) / (1.0f + xt::exp(-g));
    return linear(gated, w_down);
}

}  // namespace tiny_llm
