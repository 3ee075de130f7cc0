// en: No activation is applied: your output is W_down (W_gate x * W_up x). Shazeer's paper has this form too and
//     calls it bilinear; none of the four gates is it.
// zh: 没有用激活函数：你的输出是 W_down (W_gate x * W_up x)。Shazeer 的论文里也有这种形式，叫作 bilinear，
//     但它不是这四种门中的任何一种。

#include "glu.hpp"

namespace tiny_llm {

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    static_cast<void>(gate);
    const Tensor gated = linear(x, w_gate) * linear(x, w_up);
    return linear(gated, w_down);
}

}  // namespace tiny_llm
