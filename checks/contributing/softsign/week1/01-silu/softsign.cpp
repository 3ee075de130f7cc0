// Your turn.  Check: ./learn check softsign
// Contract: softsign.hpp, beside this file.  Lesson: docs/en/week1/01-silu.md (中文: docs/zh/week1/01-silu.md)

#include "softsign.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor softsign(const Tensor& x) {
    todo();
}

}  // namespace tiny_llm
