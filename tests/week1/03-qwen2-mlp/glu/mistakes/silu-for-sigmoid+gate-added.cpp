#include "glu.hpp"

namespace tiny_llm {

static Tensor activate(const Tensor& g, Gate gate) {
    if (gate == Gate::relu) return xt::maximum(g, 0.0f);
    return gate == Gate::gelu ? gelu(g) : silu(g);
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor hidden = activate(linear(x, w_gate), gate) + linear(x, w_up);
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
