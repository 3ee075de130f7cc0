// Your turn.  Check: ./learn check softmax
// Contract: softmax.hpp, beside this file.
// Lesson: docs/en/week2/01-attention.md (中文: docs/zh/week2/01-attention.md)

#include "softmax.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    todo();
}

}  // namespace tiny_llm
