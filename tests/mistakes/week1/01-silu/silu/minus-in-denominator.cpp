// en: The denominator is 1 + exp(-x), yours is 1 - exp(-x): at 0 that divides 0 by 0, and near 0
//     the output is near 1.
// zh: 分母应是 1 + exp(-x)，你写成了 1 - exp(-x)：在 0 处变成 0 除以 0，在 0 附近输出接近 1。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x / (1.0f - xt::exp(-x)); }

}  // namespace tiny_llm
