// Your turn.  Check: ./learn check rms_norm_nd
// Contract: rms_norm_nd.hpp, beside this file.
// Lesson: docs/en/week1/07-more-norms.md (中文: docs/zh/week1/07-more-norms.md)

#include "rms_norm_nd.hpp"

#include <algorithm>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    todo();
}

}  // namespace tiny_llm
