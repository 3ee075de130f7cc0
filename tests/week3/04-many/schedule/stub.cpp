// Your turn.  Check: ./learn check schedule
// Contract: schedule.hpp, beside this file.  Lesson: docs/en/week3/04-many.md (中文: docs/zh/week3/04-many.md)

#include "schedule.hpp"

#include <stdexcept>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Step schedule([[maybe_unused]] Server& server, [[maybe_unused]] const Limits& limits) { todo(); }

}  // namespace tiny_llm
