// Your turn.  Check: ./learn check stream_text
// Contract: stream_text.hpp, beside this file.
// Lesson: docs/en/week2/06-tokenizer.md (中文: docs/zh/week2/06-tokenizer.md)

#include "stream_text.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::string TextStream::push(std::string_view bytes) {
    todo();
}

std::string TextStream::end() {
    todo();
}

}  // namespace tiny_llm
