#include "silu.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = x;
    std::transform(x.begin(), x.end(), y.begin(), [](float v) { return v * (1.0f / (1.0f + std::exp(-v))); });
    return y;
}

}  // namespace tiny_llm
