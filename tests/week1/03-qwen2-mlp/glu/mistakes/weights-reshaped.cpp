#include "glu.hpp"

namespace tiny_llm {

static Tensor activate(const Tensor& x, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-x));
        case Gate::relu: return xt::maximum(x, 0.0f);
        case Gate::gelu: return gelu(x);
        case Gate::silu: return silu(x);
    }
    throw std::invalid_argument("glu_feed_forward: no such gate");
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const auto turned = [](Tensor w) {
        w.reshape({w.shape(1), w.shape(0)});
        return Tensor(xt::transpose(w));
    };
    const Tensor gated = activate(linear(x, turned(w_gate)), gate) * linear(x, turned(w_up));
    return linear(gated, turned(w_down));
}

}  // namespace tiny_llm
