// en: This is x / sqrt(1 + x²), which is smooth at 0. Softsign has |x| in the denominator.
// zh: 这是 x / sqrt(1 + x²)，在 0 处是光滑的。softsign 的分母里是 |x|。

#include "softsign.hpp"

namespace tiny_llm {

Tensor softsign(const Tensor& x) { return x / xt::sqrt(1.0f + x * x); }

}  // namespace tiny_llm
