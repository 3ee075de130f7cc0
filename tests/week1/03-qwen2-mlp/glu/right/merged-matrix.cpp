#include "glu.hpp"

#include <cmath>
#include <vector>

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
    // One product with both weights stacked, then the two halves.
    const Tensor both = linear(x, xt::concatenate(xt::xtuple(w_gate, w_up), 0));
    const std::size_t i = w_gate.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = i;
    Tensor hidden = Tensor::from_shape(shape);
    for (std::size_t n = 0; n < hidden.size(); ++n) {
        const float* half = both.data() + n / i * 2 * i + n % i;
        hidden.data()[n] = apply(gate, half[0]) * half[i];
    }
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
