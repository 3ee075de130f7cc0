// Your turn.  Check: ./learn check rotate
// Contract: rotate.hpp, beside this file.  Lesson: docs/en/week1/00-xtensor.md (中文: docs/zh/week1/00-xtensor.md)

#include "rotate.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    todo();
}

}  // namespace tiny_llm
