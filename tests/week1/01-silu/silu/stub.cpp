// Your turn.  Check: ./learn check silu
// Contract: silu.hpp, beside this file.  Lesson: docs/en/week1/01-silu.md (中文: docs/zh/week1/01-silu.md)

#include "silu.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    todo();
}

}  // namespace tiny_llm
