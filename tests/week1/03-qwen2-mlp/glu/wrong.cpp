#include "glu.hpp"

namespace tiny_llm {

// ---- always-silu

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor g = linear(x, w_gate);
    Tensor active;
    switch (gate) {
        case Gate::sigmoid: active = 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: active = xt::maximum(g, 0.0f);
        case Gate::gelu: active = gelu(g);
        case Gate::silu: active = silu(g);
    }
    const Tensor gated = active * linear(x, w_up);
    return linear(gated, w_down);
}

// ---- input-edited

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor gated = activate(linear(x, w_gate), gate) * linear(x, w_up);
    const Tensor y = linear(gated, w_down);
    std::copy(y.begin(), y.end(), const_cast<float*>(x.data()));
    return y;
}

// ---- leading-axes-lost

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor rows = xt::reshape_view(x, {x.size() / w_gate.shape(1), w_gate.shape(1)});
    const Tensor gated = activate(linear(rows, w_gate), gate) * linear(rows, w_up);
    return linear(gated, w_down);
}

// ---- shapes-left-to-linear

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    const Tensor gated = activate(linear(x, w_gate), gate) * linear(x, w_up);
    return linear(gated, w_down);
}

// ---- silu-for-sigmoid+gate-added

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

// ---- weights-reshaped

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

// ---- weights-transposed-twice

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
        "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor gated = activate(linear(x, xt::transpose(w_gate)), gate) * linear(x, xt::transpose(w_up));
    return linear(gated, xt::transpose(w_down));
}

}  // namespace tiny_llm
