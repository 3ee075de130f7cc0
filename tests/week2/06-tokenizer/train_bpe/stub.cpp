// Your turn.  Check: ./learn check train_bpe
// Contract: train_bpe.hpp, beside this file.
// Lesson: docs/en/week2/06-tokenizer.md (中文: docs/zh/week2/06-tokenizer.md)

#include "train_bpe.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    todo();
}

}  // namespace tiny_llm
