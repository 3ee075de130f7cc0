#include "qwen2_mlp.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
