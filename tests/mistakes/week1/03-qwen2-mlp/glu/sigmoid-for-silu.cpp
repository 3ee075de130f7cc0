// en: Gate::silu gives the sigmoid alone: the factor x is missing. SiLU is x * sigmoid(x); the sigmoid alone is
//     GLU's gate.
// zh: Gate::silu 只给出了 sigmoid，少乘了 x。SiLU 是 x * sigmoid(x)；单独的 sigmoid 是 GLU 的门。

#include "glu.hpp"

namespace tiny_llm {

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return 1.0f / (1.0f + xt::exp(-g));
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
