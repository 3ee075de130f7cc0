// Your turn.  Check: ./learn check byte_level
// Contract: byte_level.hpp, beside this file.
// Lesson: docs/en/week2/06-tokenizer.md (中文: docs/zh/week2/06-tokenizer.md)

#include "byte_level.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::string to_byte_level(std::string_view bytes) {
    todo();
}

std::string from_byte_level(std::string_view text) {
    todo();
}

}  // namespace tiny_llm
