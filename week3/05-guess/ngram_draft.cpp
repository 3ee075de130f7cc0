// Your turn.  Check: ./learn check ngram_draft
// Contract: ngram_draft.hpp, beside this file.  Lesson: docs/en/week3/05-guess.md (中文: docs/zh/week3/05-guess.md)

#include "ngram_draft.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Ids ngram_draft([[maybe_unused]] const Ids& so_far, [[maybe_unused]] std::size_t max_ngram,
                [[maybe_unused]] std::size_t max_tokens, [[maybe_unused]] const Ids& stop) {
    todo();
}

}  // namespace tiny_llm
