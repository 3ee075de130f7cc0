#include "block_pool.hpp"

namespace tiny_llm {

Tensor block_pool(const Tensor& x) { return xt::sign(x) * (1.0f - 1.0f / (1.0f + xt::abs(x))); }

}  // namespace tiny_llm
