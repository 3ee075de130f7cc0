// Your turn.  Check: ./learn check outer
// Contract: outer.hpp, beside this file.  Lesson: docs/en/week1/00-xtensor.md (中文: docs/zh/week1/00-xtensor.md)

#include "outer.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    todo();
}

}  // namespace tiny_llm
