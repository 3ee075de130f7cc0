#include "qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

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

}  // namespace tiny_llm
