// Your turn.  Check: ./learn check chat_prompt
// Contract: chat_prompt.hpp, beside this file.
// Lesson: docs/en/week2/06-tokenizer.md (中文: docs/zh/week2/06-tokenizer.md)

#include "chat_prompt.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::string chat_prompt(const std::vector<Message>& messages) {
    todo();
}

}  // namespace tiny_llm
