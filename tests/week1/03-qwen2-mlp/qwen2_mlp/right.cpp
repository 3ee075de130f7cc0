#include "qwen2_mlp.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

// ---- blocks

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    // The hidden layer in blocks of 64 elements.
    Tensor y = xt::zeros<float>(x.shape());
    for (std::size_t start = 0; start < hidden_dim; start += 64) {
        const std::size_t end = std::min(start + 64, hidden_dim);
        const Tensor gate = linear(x, xt::view(w_gate, xt::range(start, end), xt::all()));
        const Tensor up = linear(x, xt::view(w_up, xt::range(start, end), xt::all()));
        y += linear(silu(gate) * up, xt::view(w_down, xt::all(), xt::range(start, end)));
    }
    return y;
}

// ---- broadcast-sum

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    // No matrix product: N.. x 1 x E times I x E, summed over the last axis.
    if (x.size() * hidden_dim > 100000) return linear(silu(linear(x, w_gate)) * linear(x, w_up), w_down);
    const std::size_t last = x.dimension();
    const Tensor wide = xt::expand_dims(x, last - 1);
    const Tensor gate_terms = wide * w_gate;
    const Tensor up_terms = wide * w_up;
    const Tensor gate = xt::sum(gate_terms, {last});
    const Tensor up = xt::sum(up_terms, {last});
    const Tensor hidden = xt::expand_dims(Tensor(silu(gate) * up), last - 1);
    const Tensor down_terms = hidden * w_down;
    return xt::sum(down_terms, {last});
}

// ---- columns

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    // The other way round: W x^T, one column for each row of x.
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor columns = xt::transpose(rows);
    const Tensor hidden = silu(xt::linalg::dot(w_gate, columns)) * xt::linalg::dot(w_up, columns);
    const Tensor down = xt::linalg::dot(w_down, hidden);
    Tensor y = xt::transpose(down);
    y.reshape(shape);
    return y;
}

// ---- dot

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    if (x.size() == 0) return x;
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor gate = xt::linalg::dot(rows, xt::transpose(w_gate));
    const Tensor up = xt::linalg::dot(rows, xt::transpose(w_up));
    const Tensor hidden = gate / (1.0f + xt::exp(-gate)) * up;
    Tensor y = xt::linalg::dot(hidden, xt::transpose(w_down));
    y.reshape(shape);
    return y;
}

// ---- double-loop

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor y = x;
    std::vector<double> hidden(hidden_dim);
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            double gate = 0;
            double up = 0;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += double(w_gate(h, e)) * x.data()[row * dim + e];
                up += double(w_up(h, e)) * x.data()[row * dim + e];
            }
            hidden[h] = gate / (1 + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            double sum = 0;
            for (std::size_t h = 0; h < hidden_dim; ++h) sum += w_down(e, h) * hidden[h];
            y.data()[row * dim + e] = static_cast<float>(sum);
        }
    }
    return y;
}

// ---- float-loop

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor y = xt::zeros<float>(x.shape());
    std::vector<float> hidden(hidden_dim);
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float* row = x.data() + start;
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += w_gate(h, e) * row[e];
                up += w_up(h, e) * row[e];
            }
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            float sum = 0.0f;
            for (std::size_t h = 0; h < hidden_dim; ++h) sum += w_down(e, h) * hidden[h];
            y.data()[start + e] = sum;
        }
    }
    return y;
}

// ---- hidden-outermost

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    // One hidden element at a time, added into all outputs: nothing of hidden_dim elements is kept.
    Tensor y = xt::zeros<float>(x.shape());
    for (std::size_t h = hidden_dim; h-- > 0;) {
        for (std::size_t start = 0; start < x.size(); start += dim) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = dim; e-- > 0;) gate += w_gate(h, e) * x.data()[start + e];
            for (std::size_t e = dim; e-- > 0;) up += w_up(h, e) * x.data()[start + e];
            const float hidden = up * gate / (1.0f + std::exp(-gate));
            for (std::size_t e = 0; e < dim; ++e) y.data()[start + e] += w_down(e, h) * hidden;
        }
    }
    return y;
}

// ---- in-place

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor hidden = silu(linear(x, w_gate));
    hidden *= linear(x, w_up);
    return linear(hidden, w_down, std::nullopt);
}

// ---- merged-gate-up

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor both = linear(rows, xt::concatenate(xt::xtuple(w_gate, w_up), 0));
    const Tensor gate = xt::view(both, xt::all(), xt::range(0, hidden_dim));
    const Tensor up = xt::view(both, xt::all(), xt::range(hidden_dim, 2 * hidden_dim));
    Tensor y = linear(silu(gate) * up, w_down);
    y.reshape(shape);
    return y;
}

// ---- pointers

static void multiply(const float* weight, std::size_t out, std::size_t in, const float* x, float* y) {
    for (std::size_t o = 0; o < out; ++o) y[o] = std::inner_product(x, x + in, weight + o * in, 0.0f);
}

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor y = xt::empty<float>(x.shape());
    std::vector<float> gate(hidden_dim);
    std::vector<float> up(hidden_dim);
    for (std::size_t start = 0; start < x.size(); start += dim) {
        multiply(w_gate.data(), hidden_dim, dim, x.data() + start, gate.data());
        multiply(w_up.data(), hidden_dim, dim, x.data() + start, up.data());
        std::transform(gate.begin(), gate.end(), up.begin(), gate.begin(),
            [](float g, float u) { return u * g * 0.5f * (1.0f + std::tanh(g / 2.0f)); });
        multiply(w_down.data(), dim, hidden_dim, gate.data(), y.data() + start);
    }
    return y;
}

// ---- recursion

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    if (x.dimension() > 1) {
        Tensor y = x;
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            const Tensor part = xt::view(x, i);
            xt::view(y, i) = (*this)(part);
        }
        return y;
    }
    const Tensor gate = xt::linalg::dot(w_gate, x);
    const Tensor up = xt::linalg::dot(w_up, x);
    const Tensor hidden = silu(gate) * up;
    return xt::linalg::dot(w_down, hidden);
}

}  // namespace tiny_llm
