#include "merged_qwen2_mlp.hpp"

#include <cmath>

namespace tiny_llm {

// ---- flattened

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    return linear(silu_and_mul(linear(rows, w_gate_up)), w_down);
}

// ---- gelu-tanh+interleaved

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor both = linear(x, w_gate_up);
    auto shape = x.shape();
    shape.back() = hidden_dim;
    Tensor hidden(shape);
    for (std::size_t i = 0; i < hidden.size(); ++i) {
        const float gate = both.data()[2 * i], up = both.data()[2 * i + 1];
        hidden.data()[i] = 0.5f * gate * (1 + std::tanh(0.7978845608f * (gate + 0.044715f * gate * gate * gate))) * up;
    }
    return linear(hidden, w_down);
}

// ---- input-edited

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor& mine = const_cast<Tensor&>(x);
    mine = linear(silu_and_mul(linear(x, w_gate_up)), w_down);
    return mine;
}

// ---- interleaved

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, 2 * hidden_dim, 2));
    const Tensor w_up = xt::view(w_gate_up, xt::range(1, 2 * hidden_dim, 2));
    return linear(silu(linear(x, w_gate)) * linear(x, w_up), w_down);
}

// ---- shape-unchecked

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    if (x.size() == 0) return x;
    Tensor rows = x;
    rows.reshape({x.size() / dim, dim});
    Tensor y = linear(silu_and_mul(linear(rows, w_gate_up)), w_down);
    y.reshape(x.shape());
    return y;
}

// ---- w-down-reshaped

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor down = w_down;
    down.reshape({hidden_dim, dim});
    return linear(silu_and_mul(linear(x, w_gate_up)), xt::transpose(down));
}

// ---- w-gate-up-transposed-twice

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    return linear(silu_and_mul(linear(x, xt::transpose(w_gate_up))), w_down);
}

// ---- whole-product-halved

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor both = linear(x, w_gate_up);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = hidden_dim;
    Tensor gated = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < gated.size(); ++i) {
        const float gate = both.data()[i];
        gated.data()[i] = gate / (1.0f + std::exp(-gate)) * both.data()[i + gated.size()];
    }
    return linear(gated, w_down);
}

}  // namespace tiny_llm
