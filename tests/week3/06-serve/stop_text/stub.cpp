// Your turn.  Check: ./learn check stop_text
// Contract: stop_text.hpp, beside this file.  Lesson: docs/en/week3/06-serve.md (中文: docs/zh/week3/06-serve.md)

#include "stop_text.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

StopText::StopText(std::vector<std::string> stops) {
    todo();
}

std::string StopText::push(std::string_view text) {
    todo();
}

std::string StopText::end() {
    todo();
}

}  // namespace tiny_llm
