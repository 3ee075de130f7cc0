// Your turn.  Check: ./learn check ngram_draft
// Contract: ngram_draft.hpp, beside this file.  Lesson: docs/en/week3/05-guess.md (中文: docs/zh/week3/05-guess.md)

#include "ngram_draft.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    todo();
}

}  // namespace tiny_llm
