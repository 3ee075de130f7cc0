#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = x;
    for (auto v : y) v = v / (1.0f + std::exp(-v));
    return y;
}

}  // namespace tiny_llm
