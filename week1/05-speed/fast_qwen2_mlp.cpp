// Your turn.  Check: ./learn check fast_qwen2_mlp
// Contract: fast_qwen2_mlp.hpp, beside this file.
// It gives you fast_linear, your own; fast_exp is in include/tiny_llm/fast_exp.hpp.
// Lesson: docs/en/week1/05-speed.md (中文: docs/zh/week1/05-speed.md)

#include "fast_qwen2_mlp.hpp"

#include "fast_linear.hpp"
#include "tiny_llm/todo.hpp"

namespace tiny_llm {

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastQwen2MLP", "x", x, "w_gate", w_gate);
    todo();
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastQwen2MLP", "x", x, "w_gate", w_gate);
    todo();
}

}  // namespace tiny_llm
