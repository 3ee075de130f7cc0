// Your turn.  Check: ./learn check rms_norm
// Contract: rms_norm.hpp, beside this file.
// Lesson: docs/en/week1/02-rms-norm.md (中文: docs/zh/week1/02-rms-norm.md)

#include "rms_norm.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    todo();
}

}  // namespace tiny_llm
