#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        y.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
    return y;
}

}  // namespace tiny_llm
