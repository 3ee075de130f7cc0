#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
