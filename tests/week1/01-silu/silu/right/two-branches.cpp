#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    const Tensor e = xt::exp(-xt::abs(x));
    return x * xt::where(x >= 0.0f, 1.0f / (1.0f + e), e / (1.0f + e));
}

}  // namespace tiny_llm
