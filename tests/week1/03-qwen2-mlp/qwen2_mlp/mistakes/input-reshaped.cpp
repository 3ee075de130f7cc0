#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    Tensor& rows = const_cast<Tensor&>(x);
    rows.reshape({x.size() / dim, dim});
    Tensor y = linear(silu(linear(rows, w_gate)) * linear(rows, w_up), w_down);
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
