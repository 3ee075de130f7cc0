#include "accept_sampled.hpp"

namespace tiny_llm {

Tensor accept_sampled(const Tensor& x) { return x / x; }

}  // namespace tiny_llm
