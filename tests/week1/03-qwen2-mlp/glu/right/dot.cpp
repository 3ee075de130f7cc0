#include "glu.hpp"

namespace tiny_llm {

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    if (x.size() == 0) return x;
    const std::size_t e = w_gate.shape(1);
    const Tensor rows = xt::reshape_view(x, {x.size() / e, e});
    Tensor g = xt::linalg::dot(rows, xt::transpose(w_gate));
    if (gate == Gate::sigmoid) {
        g = 1.0f / (1.0f + xt::exp(-g));
    } else if (gate == Gate::relu) {
        g = xt::where(g > 0.0f, g, 0.0f);
    } else if (gate == Gate::gelu) {
        g = gelu(g);
    } else {
        g = silu(g);
    }
    g *= xt::linalg::dot(rows, xt::transpose(w_up));
    Tensor y = xt::linalg::dot(g, xt::transpose(w_down));
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
