#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    return x / (1.0f + std::exp(-x));
}

}  // namespace tiny_llm
