// Your turn.  Check: ./learn check speculative_generate
// Contract: speculative_generate.hpp, beside this file.
// Lesson: docs/en/week3/05-guess.md (中文: docs/zh/week3/05-guess.md)

#include "speculative_generate.hpp"

#include "accept_greedy.hpp"
#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Ids speculative_generate([[maybe_unused]] const Verify& verify, [[maybe_unused]] const Draft& draft, const Ids& prompt,
                         [[maybe_unused]] std::size_t max_new_tokens, [[maybe_unused]] const Ids& stop,
                         [[maybe_unused]] const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    todo();
}

}  // namespace tiny_llm
