// en: No rows in is no rows out. Nothing special is needed for that: leave the check out.
// zh: 输入零行，输出就是零行。不需要特殊处理，去掉这个检查。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    if (x.size() == 0) throw std::invalid_argument("MergedQwen2MLP: x is empty");
    return linear(silu_and_mul(linear(x, w_gate_up)), w_down);
}

}  // namespace tiny_llm
