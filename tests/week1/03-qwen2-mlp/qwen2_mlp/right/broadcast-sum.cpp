#include "qwen2_mlp.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
