// Your turn.  Check: ./learn check generate
// Contract: generate.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "generate.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
                              const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    todo();
}

}  // namespace tiny_llm
