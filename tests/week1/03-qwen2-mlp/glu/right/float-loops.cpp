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
    const std::size_t e = w_gate.shape(1);
    const std::size_t i = w_gate.shape(0);
    Tensor y = Tensor::from_shape(x.shape());
    std::vector<float> hidden(i);
    for (std::size_t row = 0; row < x.size() / e; ++row) {
        const float* in = x.data() + row * e;
        for (std::size_t j = 0; j < i; ++j) {
            float g = 0;
            float up = 0;
            for (std::size_t k = 0; k < e; ++k) g += w_gate(j, k) * in[k];
            for (std::size_t k = 0; k < e; ++k) up += w_up(j, k) * in[k];
            hidden[j] = apply(gate, g) * up;
        }
        for (std::size_t o = 0; o < e; ++o) {
            float sum = 0;
            for (std::size_t j = 0; j < i; ++j) sum += w_down(o, j) * hidden[j];
            y.data()[row * e + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
