// Your turn.  Check: ./learn check chat_chunk
// Contract: chat_chunk.hpp, beside this file.  Lesson: docs/en/week3/06-serve.md (中文: docs/zh/week3/06-serve.md)

#include "chat_chunk.hpp"

#include <nlohmann/json.hpp>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
                       const std::optional<Usage>& usage) {
    todo();
}

}  // namespace tiny_llm
