// Your turn.  Check: ./learn check rope
// Contract: rope.hpp, beside this file.
// Lesson: docs/en/week2/02-rope.md (中文: docs/zh/week2/02-rope.md)

#include "rope.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables from position " + std::to_string(offset) + " on,", tables.cos);
    todo();
}

}  // namespace tiny_llm
