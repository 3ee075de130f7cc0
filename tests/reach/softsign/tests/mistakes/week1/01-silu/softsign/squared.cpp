// en: The denominator has x² where it should have |x|: large values go to 0.
// zh: 分母里写成了 x²，应该是 |x|：大的值会趋于 0。

#include "softsign.hpp"

namespace tiny_llm {

Tensor softsign(const Tensor& x) { return x / (1.0f + x * x); }

}  // namespace tiny_llm
