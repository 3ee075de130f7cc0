#include "glu.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

static float apply(Gate gate, float v) {
    if (gate == Gate::sigmoid) return 1.0f / (1.0f + std::exp(-v));
    if (gate == Gate::relu) return v > 0 ? v : 0;
    if (gate == Gate::gelu) return 0.5f * v * (1.0f + std::erf(v * 0.70710678f));
    return v / (1.0f + std::exp(-v));
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    if (x.dimension() > 1) {
        Tensor y = Tensor::from_shape(x.shape());
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            const Tensor part = xt::view(x, i);
            xt::view(y, i) = glu_feed_forward(part, w_gate, w_up, w_down, gate);
        }
        return y;
    }
    Tensor g = xt::sum(w_gate * x, {1});
    std::transform(g.begin(), g.end(), g.begin(), [gate](float v) { return apply(gate, v); });
    const Tensor hidden = g * Tensor(xt::sum(w_up * x, {1}));
    return xt::sum(w_down * hidden, {1});
}

}  // namespace tiny_llm
