// Your turn.  Check: ./learn check encode
// Contract: encode.hpp, beside this file.
// Lesson: docs/en/week2/06-tokenizer.md (中文: docs/zh/week2/06-tokenizer.md)

#include "encode.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::vector<std::string> pre_tokenize(std::string_view text) {
    todo();
}

std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file) {
    todo();
}

}  // namespace tiny_llm
