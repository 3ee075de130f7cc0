// en: Positive values are right, negative ones are cut to 0 as ReLU does. SiLU has one formula
//     for all x: at -1.28 it falls to -0.278. Leave the comparison with 0 out.
// zh: 正数算对了，负数却像 ReLU 那样被置成了 0。SiLU 对所有 x 都是同一个公式：
//     在 -1.28 处降到 -0.278。去掉与 0 的比较即可。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return xt::maximum(x / (1.0f + xt::exp(-x)), 0.0f); }

}  // namespace tiny_llm
