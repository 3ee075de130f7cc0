#include "glu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

// ---- dot

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

// ---- double-loops

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

// ---- float-loops

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

// ---- merged-matrix

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

// ---- recursion

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

// ---- table-of-functions

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
