// Your turn.  Check: ./learn check fast_linear
// Contract: fast_linear.hpp, beside this file.
// Lesson: docs/en/week1/05-speed.md (中文: docs/zh/week1/05-speed.md)

#include "fast_linear.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
                   "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
                       "weight", weight);
    }
    todo();
}

}  // namespace tiny_llm
