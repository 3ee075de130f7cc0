// Your turn.  Check: ./learn check accept_greedy
// Contract: accept_greedy.hpp, beside this file.  Lesson: docs/en/week3/05-guess.md (中文: docs/zh/week3/05-guess.md)

#include "accept_greedy.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits) + ", expected (" +
                                    std::to_string(draft.size() + 1) + ", V)");
    }
    todo();
}

}  // namespace tiny_llm
