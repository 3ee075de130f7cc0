// en: This is x * (1 + exp(-x)): the sigmoid's denominator is multiplied by, not divided by. That
//     also happens with 1 / 1 + exp(-x), where the parentheses around 1 + exp(-x) are missing.
// zh: 这是 x * (1 + exp(-x))：本该除以 1 + exp(-x)，却变成了相乘。
//     把 sigmoid 写成 1 / 1 + exp(-x)，漏了 1 + exp(-x) 外面的括号，也会这样。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x * (1.0f / 1.0f + xt::exp(-x)); }

}  // namespace tiny_llm
