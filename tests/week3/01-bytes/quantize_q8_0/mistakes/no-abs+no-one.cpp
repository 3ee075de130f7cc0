#include "quantize_q8_0.hpp"

namespace tiny_llm {

Tensor quantize_q8_0(const Tensor& x) { return x / x; }

}  // namespace tiny_llm
