// Your turn.  Check: ./learn check other_norms
// Contract: other_norms.hpp, beside this file.
// Lesson: docs/en/week1/07-more-norms.md (中文: docs/zh/week1/07-more-norms.md)

#include "other_norms.hpp"

#include <stdexcept>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x is " + shape_string(x) + ", expected (N, C, L)");
    todo();
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x is " + shape_string(x) + ", expected (N, C, L)");
    if (groups == 0 || x.shape(1) % groups != 0) {
        throw std::invalid_argument("group_norm: x " + shape_string(x) + " cannot be cut into " +
                                    std::to_string(groups) + " groups of channels");
    }
    todo();
}

}  // namespace tiny_llm
