// en: This is ELU, exp(x) - 1 for negative x: it goes to -1 there. SiLU goes back to 0, and for
//     positive x it is less than x. Use x * sigmoid(x) on both sides.
// zh: 这是 ELU，x 为负时取 exp(x) - 1，会趋于 -1。SiLU 在那里会回到 0，而且 x 为正时略小于 x。
//     正负两边都用 x * sigmoid(x)。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return xt::where(x > 0.0f, x, xt::exp(x) - 1.0f); }

}  // namespace tiny_llm
