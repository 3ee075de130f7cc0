#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = x;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        const float v = x.data()[i];
        y.data()[i] = v / (1.0f + std::exp(v));
    }
    return y;
}

}  // namespace tiny_llm
