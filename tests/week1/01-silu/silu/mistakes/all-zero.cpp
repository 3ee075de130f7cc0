#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return 1 / 2 * x * (1.0f + xt::tanh(x / 2)); }

}  // namespace tiny_llm
