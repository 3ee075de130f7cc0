#include "qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    if (x.size() == 0) return x;
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    const Tensor gate = xt::linalg::dot(rows, xt::transpose(w_gate));
    const Tensor up = xt::linalg::dot(rows, xt::transpose(w_up));
    const Tensor hidden = silu(gate) * up;
    Tensor y = xt::linalg::dot(hidden, w_down);
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
