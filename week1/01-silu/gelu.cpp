// Your turn.  Check: ./learn check gelu
// Contract: gelu.hpp, beside this file.  Lesson: docs/en/week1/01-silu.md (中文: docs/zh/week1/01-silu.md)

#include "gelu.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    todo();
}

Tensor gelu_tanh(const Tensor& x) {
    todo();
}

}  // namespace tiny_llm
