#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    if (x.dimension() <= 1 || x.size() == 0) return x / (1.0f + xt::exp(-x));
    Tensor y = xt::empty_like(x);
    for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = silu(xt::view(x, i));
    return y;
}

}  // namespace tiny_llm
