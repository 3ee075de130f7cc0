// Your turn.  Check: ./learn check bpe
// Contract: bpe.hpp, beside this file.
// Lesson: docs/en/week2/06-tokenizer.md (中文: docs/zh/week2/06-tokenizer.md)

#include "bpe.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    todo();
}

}  // namespace tiny_llm
