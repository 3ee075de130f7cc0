#include "merged_qwen2_mlp.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

// ---- dot

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    if (x.size() == 0) return x;
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor both = xt::linalg::dot(rows, xt::transpose(w_gate_up));
    const Tensor gate = xt::view(both, xt::all(), xt::range(0, hidden_dim));
    const Tensor up = xt::view(both, xt::all(), xt::range(hidden_dim, 2 * hidden_dim));
    const Tensor gated = gate / (1.0f + xt::exp(-gate)) * up;
    Tensor y = xt::linalg::dot(gated, xt::transpose(w_down));
    y.reshape(x.shape());
    return y;
}

// ---- double-loops

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor y = xt::zeros_like(x);
    std::vector<double> gated(hidden_dim);
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* in = x.data() + row * dim;
        for (std::size_t i = 0; i < hidden_dim; ++i) {
            double gate = 0;
            double up = 0;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += 1.0 * w_gate_up.data()[i * dim + e] * in[e];
                up += 1.0 * w_gate_up.data()[(hidden_dim + i) * dim + e] * in[e];
            }
            gated[i] = gate / (1 + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            double total = 0;
            for (std::size_t i = 0; i < hidden_dim; ++i) total += w_down.data()[e * hidden_dim + i] * gated[i];
            y.data()[row * dim + e] = static_cast<float>(total);
        }
    }
    return y;
}

// ---- float-loops

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor y = xt::zeros_like(x);
    std::vector<float> gated(hidden_dim);
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* in = x.data() + row * dim;
        for (std::size_t i = 0; i < hidden_dim; ++i) {
            float gate = 0;
            float up = 0;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += w_gate_up.data()[i * dim + e] * in[e];
                up += w_gate_up.data()[(hidden_dim + i) * dim + e] * in[e];
            }
            gated[i] = gate / (1 + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            float total = 0;
            for (std::size_t i = 0; i < hidden_dim; ++i) total += w_down.data()[e * hidden_dim + i] * gated[i];
            y.data()[row * dim + e] = total;
        }
    }
    return y;
}

// ---- transposed-weights

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    if (x.size() == 0) return x;
    // W x^T in place of x W^T: one column for each row of x.
    const Tensor columns = xt::transpose(xt::eval(xt::reshape_view(x, {x.size() / dim, dim})));
    const Tensor both = xt::linalg::dot(w_gate_up, columns);
    const Tensor gate = xt::view(both, xt::range(0, hidden_dim), xt::all());
    const Tensor up = xt::view(both, xt::range(hidden_dim, 2 * hidden_dim), xt::all());
    const Tensor gated = silu(gate) * up;
    Tensor y = xt::transpose(xt::linalg::dot(w_down, gated));
    y.reshape(x.shape());
    return y;
}

// ---- two-products

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    const Tensor w_gate = xt::view(w_gate_up, xt::range(0, hidden_dim));
    const Tensor w_up = xt::view(w_gate_up, xt::range(hidden_dim, 2 * hidden_dim));
    return linear(silu(linear(x, w_gate)) * linear(x, w_up), w_down);
}

}  // namespace tiny_llm
