// Your turn.  Check: ./learn check qwen2_mlp
// Contract: qwen2_mlp.hpp, beside this file. It gives you silu and linear, your own.
// Lesson: docs/en/week1/03-qwen2-mlp.md (中文: docs/zh/week1/03-qwen2-mlp.md)

#include "qwen2_mlp.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    todo();
}

}  // namespace tiny_llm
