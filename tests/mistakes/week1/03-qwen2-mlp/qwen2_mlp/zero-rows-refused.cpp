// en: An empty x is refused, but no rows in is no rows out: return an empty tensor of the shape
//     of x. linear does that by itself, leave the check out.
// zh: 这里拒绝了空的 x，但输入零行，输出就是零行：返回与 x 形状相同的空张量即可。linear 本来就
//     会这样做，去掉这个检查。

#include "qwen2_mlp.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    if (x.size() == 0) throw std::invalid_argument("Qwen2MLP: x is empty");
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
