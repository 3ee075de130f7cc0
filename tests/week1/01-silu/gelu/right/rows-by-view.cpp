#include "gelu.hpp"

#include <cmath>

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    if (x.dimension() <= 1 || x.size() == 0) {
        const Tensor t = xt::erf(x / std::sqrt(2.0f));
        return x * 0.5f + x * t * 0.5f;
    }
    Tensor y = xt::empty_like(x);
    for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = gelu(xt::view(x, i));
    return y;
}

Tensor gelu_tanh(const Tensor& x) {
    const double pi = 3.141592653589793;
    const Tensor cube = xt::pow(x, 3);
    const Tensor inner = std::sqrt(2.0 / pi) * (x + 0.044715 * cube);
    return 0.5 * x * (1.0 + xt::tanh(inner));
}

}  // namespace tiny_llm
