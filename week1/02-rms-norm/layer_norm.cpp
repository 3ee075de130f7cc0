// Your turn.  Check: ./learn check layer_norm
// Contract: layer_norm.hpp, beside this file.
// Lesson: docs/en/week1/02-rms-norm.md (中文: docs/zh/week1/02-rms-norm.md)

#include "layer_norm.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    todo();
}

}  // namespace tiny_llm
