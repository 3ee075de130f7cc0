// Your turn.  Check: ./learn check causal_mask
// Contract: causal_mask.hpp, beside this file.
// Lesson: docs/en/week2/01-attention.md (中文: docs/zh/week2/01-attention.md)

#include "causal_mask.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument("causal_mask: " + std::to_string(queries) + " queries, only " +
                                    std::to_string(keys) + " keys");
    }
    todo();
}

}  // namespace tiny_llm
