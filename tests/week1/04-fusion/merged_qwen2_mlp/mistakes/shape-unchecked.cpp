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
