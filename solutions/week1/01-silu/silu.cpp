#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    // Not x * exp(x) / (1 + exp(x)): exp(x) is infinite from 88.8 on, and infinity / infinity is NaN.
    return x / (1.0f + xt::exp(-x));
}

}  // namespace tiny_llm
