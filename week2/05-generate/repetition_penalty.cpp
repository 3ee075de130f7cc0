// Your turn.  Check: ./learn check repetition_penalty
// Contract: repetition_penalty.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "repetition_penalty.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("repetition_penalty: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(penalty > 0) || std::isinf(penalty)) {
        throw std::invalid_argument("repetition_penalty: penalty is " + std::to_string(penalty) +
                                    ", expected a number above 0");
    }
    todo();
}

}  // namespace tiny_llm
