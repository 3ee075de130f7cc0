#include "merged_qwen2_mlp.hpp"

#include <cmath>

namespace tiny_llm {

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

}  // namespace tiny_llm
