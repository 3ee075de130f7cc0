// Your turn.  Check: ./learn check fast_add_rms_norm
// Contract: fast_add_rms_norm.hpp, beside this file.
// Lesson: docs/en/week1/05-speed.md (中文: docs/zh/week1/05-speed.md)

#include "fast_add_rms_norm.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

void fast_add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps,
                       AddRMSNormResult& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
                   "fast_add_rms_norm", "x", x, "weight", weight);
    todo();
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                       const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
                   "fast_add_rms_norm", "x", x, "weight", weight);
    todo();
}

}  // namespace tiny_llm
