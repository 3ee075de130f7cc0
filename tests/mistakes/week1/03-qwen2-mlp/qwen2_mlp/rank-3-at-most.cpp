// en: Up to three axes are accepted, four are refused. x may have any number of leading axes;
//     linear takes them all.
// zh: 最多接受三维，四维就拒绝了。x 前面可以有任意多维，linear 都能处理。

#include "qwen2_mlp.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    if (x.dimension() > 3) throw std::invalid_argument("Qwen2MLP: x has too many axes");
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
