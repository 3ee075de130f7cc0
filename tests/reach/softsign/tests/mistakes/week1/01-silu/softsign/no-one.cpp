// en: The 1 in the denominator is missing: what is left is the sign of x, and NaN at 0.
// zh: 分母里少了 1：剩下的只是 x 的符号，0 处是 NaN。

#include "softsign.hpp"

namespace tiny_llm {

Tensor softsign(const Tensor& x) { return x / xt::abs(x); }

}  // namespace tiny_llm
