// Your turn.  Check: ./learn check token_mask
// Contract: token_mask.hpp, beside this file.  Lesson: docs/en/week3/06-serve.md (中文: docs/zh/week3/06-serve.md)

#include "token_mask.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::vector<bool> token_mask(const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary,
                             const Ids& stop) {
    todo();
}

}  // namespace tiny_llm
