#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) { out = x / (1.0f + xt::exp(-x)); }

}  // namespace tiny_llm
