// Your turn.  Check: ./learn check add_rms_norm
// Contract: add_rms_norm.hpp, beside this file.
// Lesson: docs/en/week1/04-fusion.md (中文: docs/zh/week1/04-fusion.md)

#include "add_rms_norm.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
                   "x", x, "weight", weight);
    todo();
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                                             const BasicTensor<bfloat16>& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
                   "x", x, "weight", weight);
    todo();
}

}  // namespace tiny_llm
