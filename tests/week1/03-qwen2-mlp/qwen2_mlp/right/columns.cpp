#include "qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

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

}  // namespace tiny_llm
