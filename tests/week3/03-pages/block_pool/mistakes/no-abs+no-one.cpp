#include "block_pool.hpp"

namespace tiny_llm {

Tensor block_pool(const Tensor& x) { return x / x; }

}  // namespace tiny_llm
