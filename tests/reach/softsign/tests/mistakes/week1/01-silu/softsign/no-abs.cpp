// en: The absolute value is missing: below zero the denominator shrinks, and it is 0 at -1.
// zh: 少了绝对值：x 为负时分母变小，在 -1 处等于 0。

#include "softsign.hpp"

namespace tiny_llm {

Tensor softsign(const Tensor& x) { return x / (1.0f + x); }

}  // namespace tiny_llm
