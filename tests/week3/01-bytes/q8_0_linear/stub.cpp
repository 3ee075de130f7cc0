// Your turn.  Check: ./learn check q8_0_linear
// Contract: q8_0_linear.hpp, beside this file.
// Lesson: docs/en/week3/01-bytes.md (中文: docs/zh/week3/01-bytes.md)

#include "q8_0_linear.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument("q8_0_linear: x " + shape_string(x) + " does not fit a weight of " +
                                    std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});
    todo();
}

}  // namespace tiny_llm
