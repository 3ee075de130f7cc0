#include "accept_greedy.hpp"

namespace tiny_llm {

Tensor accept_greedy(const Tensor& x) { return x / x; }

}  // namespace tiny_llm
