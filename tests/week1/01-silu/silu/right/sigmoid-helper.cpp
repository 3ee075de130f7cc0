#include "silu.hpp"

namespace tiny_llm {

namespace {

Tensor sigmoid(const Tensor& x) {
    Tensor s = -x;
    s = xt::exp(s);
    s += 1.0f;
    return 1.0f / s;
}

}  // namespace

Tensor silu(const Tensor& x) {
    const auto s = sigmoid(x);
    return x * s;
}

}  // namespace tiny_llm
