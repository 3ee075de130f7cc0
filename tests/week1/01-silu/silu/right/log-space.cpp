#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    // sigmoid(x) = exp(-softplus(-x))
    const Tensor softplus = xt::maximum(-x, 0.0f) + xt::log1p(xt::exp(-xt::abs(x)));
    return x * xt::exp(-softplus);
}

}  // namespace tiny_llm
