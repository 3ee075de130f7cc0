// Your turn.  Check: ./learn check rms_norm_low_precision
// Contract: rms_norm_low_precision.hpp, beside this file.
// Lesson: docs/en/week1/07-more-norms.md (中文: docs/zh/week1/07-more-norms.md)

#include "rms_norm_low_precision.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    todo();
}

// Makes the two functions that the contract promises. Leave these lines in.
template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
