#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float v = x.flat(i);
        y.flat(i) = v / (1.0f + std::exp(-v));
    }
    return y;
}

}  // namespace tiny_llm
