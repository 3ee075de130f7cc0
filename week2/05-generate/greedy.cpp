// Your turn.  Check: ./learn check greedy
// Contract: greedy.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "greedy.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    todo();
}

}  // namespace tiny_llm
