// Your turn.  Check: ./learn check linear
// Contract: linear.hpp, beside this file.
// Lesson: docs/en/week1/03-qwen2-mlp.md (中文: docs/zh/week1/03-qwen2-mlp.md)

#include "linear.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
                   x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    todo();
}

}  // namespace tiny_llm
