// Your turn.  Check: ./learn check merge_attention
// Contract: merge_attention.hpp, beside this file.
// Lesson: docs/en/week3/02-long.md (中文: docs/zh/week3/02-long.md)

#include "merge_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
                   "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    todo();
}

}  // namespace tiny_llm
