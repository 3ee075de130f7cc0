// Your turn.  Check: ./learn check rope_tables
// Contract: rope_tables.hpp, beside this file.
// Lesson: docs/en/week2/02-rope.md (中文: docs/zh/week2/02-rope.md)

#include "rope_tables.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) {
        throw std::invalid_argument("rope_tables: head_dim is " + std::to_string(head_dim) + ", and RoPE turns pairs");
    }
    todo();
}

}  // namespace tiny_llm
