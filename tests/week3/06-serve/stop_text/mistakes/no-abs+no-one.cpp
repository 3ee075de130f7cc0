#include "stop_text.hpp"

namespace tiny_llm {

Tensor stop_text(const Tensor& x) { return x / x; }

}  // namespace tiny_llm
