#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

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
