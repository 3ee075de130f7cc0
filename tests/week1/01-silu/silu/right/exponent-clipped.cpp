#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    // 80 is large enough: exp(-80) is lost beside 1, and x * exp(-80) beside 0.
    const Tensor e = xt::exp(xt::clip(x, -80.0f, 80.0f));
    return x * e / (e + 1.0f);
}

}  // namespace tiny_llm
