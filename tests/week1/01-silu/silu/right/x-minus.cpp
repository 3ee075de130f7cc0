#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    // sigmoid(x) = 1 - sigmoid(-x)
    return x - x / (1.0f + xt::exp(x));
}

}  // namespace tiny_llm
