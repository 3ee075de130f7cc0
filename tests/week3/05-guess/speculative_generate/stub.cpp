// Your turn.  Check: ./learn check speculative_generate
// Contract: speculative_generate.hpp, beside this file.
// Lesson: docs/en/week3/05-guess.md (中文: docs/zh/week3/05-guess.md)

#include "speculative_generate.hpp"

#include "accept_greedy.hpp"
#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
                         const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    todo();
}

}  // namespace tiny_llm
