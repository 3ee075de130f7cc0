// en: This is ReLU, max(x, 0). SiLU is x * sigmoid(x): negative values do not become zero,
//     they keep a small negative output.
// zh: 这是 ReLU，即 max(x, 0)。SiLU 是 x * sigmoid(x)：负数不会变成零，
//     而是保留一个小的负值。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return xt::maximum(x, 0.0f); }

}  // namespace tiny_llm
