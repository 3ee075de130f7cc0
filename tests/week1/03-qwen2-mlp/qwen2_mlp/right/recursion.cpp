#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    if (x.dimension() > 1) {
        Tensor y = x;
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            const Tensor part = xt::view(x, i);
            xt::view(y, i) = (*this)(part);
        }
        return y;
    }
    const Tensor gate = xt::linalg::dot(w_gate, x);
    const Tensor up = xt::linalg::dot(w_up, x);
    const Tensor hidden = silu(gate) * up;
    return xt::linalg::dot(w_down, hidden);
}

}  // namespace tiny_llm
