#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return 0.5f * x * (1.0f + xt::tanh(0.5f * x)); }

}  // namespace tiny_llm
