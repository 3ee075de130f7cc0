#include "softsign.hpp"

namespace tiny_llm {

// ---- by-sign

Tensor softsign(const Tensor& x) { return xt::where(x < 0.0f, x / (1.0f - x), x / (1.0f + x)); }

// ---- from-one

Tensor softsign(const Tensor& x) { return xt::sign(x) * (1.0f - 1.0f / (1.0f + xt::abs(x))); }

// ---- loop

Tensor softsign(const Tensor& x) {
    Tensor y = x;
    for (float& value : y) value /= 1.0f + std::abs(value);
    return y;
}

}  // namespace tiny_llm
