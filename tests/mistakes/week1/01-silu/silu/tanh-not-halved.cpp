// en: This is x * sigmoid(2x). With tanh, sigmoid(x) is 0.5 * (1 + tanh(x / 2)): halve the
//     argument too.
// zh: 这是 x * sigmoid(2x)。用 tanh 表示时，sigmoid(x) = 0.5 * (1 + tanh(x / 2))：
//     tanh 里面的 x 也要除以 2。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return 0.5f * x * (1.0f + xt::tanh(x)); }

}  // namespace tiny_llm
