// en: Every gate gives what SiLU gives. Either the argument `gate` is not looked at, or a switch without break or
//     return falls through to its last case: return from each case.
// zh: 四种门都给出了 SiLU 的结果。要么是没有看参数 gate，要么是 switch 里少了 break 或 return，
//     一路落到了最后一个分支：请在每个分支里直接返回。

#include "glu.hpp"

namespace tiny_llm {

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    static_cast<void>(gate);
    const Tensor gated = silu(linear(x, w_gate)) * linear(x, w_up);
    return linear(gated, w_down);
}

}  // namespace tiny_llm
