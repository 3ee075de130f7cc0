// en: Gate::sigmoid gives tanh, which lies between -1 and 1 and turns signs. GLU's gate is the sigmoid, between 0 and
//     1: one half at zero.
// zh: Gate::sigmoid 给出的是 tanh，取值在 -1 与 1 之间，会改变符号。GLU 的门是 sigmoid，在 0 与 1 之间，零处为一半。

#include "glu.hpp"

namespace tiny_llm {

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return xt::tanh(g);
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor gated = activate(linear(x, w_gate), gate) * linear(x, w_up);
    return linear(gated, w_down);
}

}  // namespace tiny_llm
