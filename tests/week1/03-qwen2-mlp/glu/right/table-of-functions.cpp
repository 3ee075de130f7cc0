#include "glu.hpp"

namespace tiny_llm {

static Tensor sigmoid(const Tensor& v) { return 0.5f * (1.0f + xt::tanh(0.5f * v)); }
static Tensor relu(const Tensor& v) { return v * xt::cast<float>(v > 0.0f); }

static Tensor (*const functions[])(const Tensor&) = {sigmoid, relu, gelu, silu};

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const auto function = functions[static_cast<int>(gate)];
    Tensor hidden = linear(x, w_up);
    hidden *= function(linear(x, w_gate));
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
