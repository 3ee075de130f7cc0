// en: x is added to the output. The residual connection is outside the MLP: the block that calls
//     it adds.
// zh: 输出里加上了 x。残差连接在 MLP 之外，由调用它的那一层来加。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    return x + linear(silu_and_mul(linear(x, w_gate_up)), w_down);
}

}  // namespace tiny_llm
