#include "quantize_q8_0.hpp"

namespace tiny_llm {

Tensor quantize_q8_0(const Tensor& x) { return x / (1.0f + xt::square(x)); }

}  // namespace tiny_llm
