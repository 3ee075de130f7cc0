// Your turn.  Check: ./learn check chat_request
// Contract: chat_request.hpp, beside this file.  Lesson: docs/en/week3/06-serve.md (中文: docs/zh/week3/06-serve.md)

#include "chat_request.hpp"

#include <nlohmann/json.hpp>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

ChatRequest chat_request(std::string_view body) {
    todo();
}

}  // namespace tiny_llm
