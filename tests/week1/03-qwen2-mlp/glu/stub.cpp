// Your turn.  Check: ./learn check glu
// Contract: glu.hpp, beside this file. It gives you silu, gelu and linear, your own.
// Lesson: docs/en/week1/03-qwen2-mlp.md (中文: docs/zh/week1/03-qwen2-mlp.md)

#include "glu.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    todo();
}

}  // namespace tiny_llm
