// en: A single vector is refused, but x may have no leading axis at all: then it is one row.
//     linear takes it as it is.
// zh: 这里拒绝了一维的 x，但 x 前面可以一个维都没有，这时它就是一行。linear 能直接处理。

#include "qwen2_mlp.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    if (x.dimension() < 2) throw std::invalid_argument("Qwen2MLP: x must have rows");
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
