// en: This is leaky ReLU, 0.01 * x for negative x. SiLU is a curve, not two straight lines: x *
//     sigmoid(x), on both sides of 0.
// zh: 这是 leaky ReLU，x 为负时取 0.01 * x。SiLU 是一条曲线，不是两段直线：
//     在 0 的两边都是 x * sigmoid(x)。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return xt::where(x > 0.0f, x, 0.01f * x); }

}  // namespace tiny_llm
