#include "glu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

// Phi(v) = erfc(-v / sqrt(2)) / 2, and sigmoid(v) = (1 + tanh(v / 2)) / 2.
static double factor(Gate gate, double v) {
    const double sigmoid = 0.5 * (1 + std::tanh(0.5 * v));
    switch (gate) {
        case Gate::sigmoid: return sigmoid;
        case Gate::relu: return std::max(v, 0.0);
        case Gate::gelu: return 0.5 * v * std::erfc(-v / std::sqrt(2.0));
        default: return v * sigmoid;
    }
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const std::size_t e = w_gate.shape(1);
    const std::size_t i = w_gate.shape(0);
    Tensor y = x;
    std::vector<double> sums(e);
    for (std::size_t row = 0; row < x.size() / e; ++row) {
        const float* in = x.data() + row * e;
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t j = 0; j < i; ++j) {
            const double g = std::inner_product(in, in + e, w_gate.data() + j * e, 0.0);
            const double h = factor(gate, g) * std::inner_product(in, in + e, w_up.data() + j * e, 0.0);
            for (std::size_t o = 0; o < e; ++o) sums[o] += h * w_down.data()[o * i + j];
        }
        std::copy(sums.begin(), sums.end(), y.data() + row * e);
    }
    return y;
}

}  // namespace tiny_llm
