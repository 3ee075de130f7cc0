#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
