// en: Without parentheses, x / 1 + exp(-x) means (x / 1) + exp(-x). The whole sum 1 + exp(-x) is
//     the denominator: put it in parentheses.
// zh: 没加括号时，x / 1 + exp(-x) 的意思是 (x / 1) + exp(-x)。分母是整个 1 + exp(-x)，
//     要用括号括起来。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x / 1.0f + xt::exp(-x); }

}  // namespace tiny_llm
