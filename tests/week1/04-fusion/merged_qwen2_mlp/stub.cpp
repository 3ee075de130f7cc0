// Your turn.  Check: ./learn check merged_qwen2_mlp
// Contract: merged_qwen2_mlp.hpp, beside this file. It gives you linear and silu_and_mul, your own.
// Lesson: docs/en/week1/04-fusion.md (中文: docs/zh/week1/04-fusion.md)

#include "merged_qwen2_mlp.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    todo();
}

}  // namespace tiny_llm
