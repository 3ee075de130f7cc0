#include "qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

// ---- all-transposed-twice

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, xt::transpose(w_gate));
    const Tensor up = linear(x, xt::transpose(w_up));
    return linear(silu(gate) * up, xt::transpose(w_down));
}

// ---- dot-for-star

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = silu(linear(x, w_gate));
    const Tensor up = linear(x, w_up);
    return linear(xt::linalg::dot(gate, up), w_down);
}

// ---- gate-and-up-swapped+residual-added

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = silu(linear(x, w_up));
    return x + linear(gate * up, w_down);
}

// ---- input-edited

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    Tensor& y = const_cast<Tensor&>(x);
    y = linear(silu(gate) * up, w_down);
    return y;
}

// ---- input-reshaped

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    Tensor& rows = const_cast<Tensor&>(x);
    rows.reshape({x.size() / dim, dim});
    Tensor y = linear(silu(linear(rows, w_gate)) * linear(rows, w_up), w_down);
    y.reshape(shape);
    return y;
}

// ---- reshaped-for-transposed

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    if (x.size() == 0) return x;
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor gate_t = xt::reshape_view(w_gate, {dim, hidden_dim});
    const Tensor up_t = xt::reshape_view(w_up, {dim, hidden_dim});
    const Tensor down_t = xt::reshape_view(w_down, {hidden_dim, dim});
    const Tensor gate = xt::linalg::dot(rows, gate_t);
    const Tensor up = xt::linalg::dot(rows, up_t);
    const Tensor hidden = silu(gate) * up;
    Tensor y = xt::linalg::dot(hidden, down_t);
    y.reshape(shape);
    return y;
}

// ---- shape-unchecked

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += w_gate(h, e) * x.data()[r * dim + e];
                up += w_up(h, e) * x.data()[r * dim + e];
            }
            const float hidden = gate / (1.0f + std::exp(-gate)) * up;
            for (std::size_t e = 0; e < dim; ++e) y.data()[r * dim + e] += w_down(e, h) * hidden;
        }
    }
    return y;
}

// ---- silu-overflows

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor hidden = gate * xt::exp(gate) / (1.0f + xt::exp(gate)) * up;
    return linear(hidden, w_down);
}

// ---- w-down-not-transposed

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    if (x.size() == 0) return x;
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor gate = xt::linalg::dot(rows, xt::transpose(w_gate));
    const Tensor up = xt::linalg::dot(rows, xt::transpose(w_up));
    const Tensor hidden = silu(gate) * up;
    Tensor y = xt::linalg::dot(hidden, w_down);
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
