// Your turn.  Check: ./learn check partial_rms_norm
// Contract: partial_rms_norm.hpp, beside this file.
// Lesson: docs/en/week1/07-more-norms.md (中文: docs/zh/week1/07-more-norms.md)

#include "partial_rms_norm.hpp"

#include <stdexcept>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps) {
    require_shapes(x.dimension() > 0, "partial_rms_norm", "x", x, "weight", weight);
    require_shape("partial_rms_norm", "weight", weight, {x.shape().back()});
    if (!(p > 0 && p <= 1)) throw std::invalid_argument("partial_rms_norm: p must be above 0 and at most 1");
    todo();
}

}  // namespace tiny_llm
