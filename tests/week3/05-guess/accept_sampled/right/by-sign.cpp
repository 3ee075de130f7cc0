#include "accept_sampled.hpp"

namespace tiny_llm {

Tensor accept_sampled(const Tensor& x) { return xt::where(x < 0.0f, x / (1.0f - x), x / (1.0f + x)); }

}  // namespace tiny_llm
