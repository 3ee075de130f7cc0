#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    float* p = const_cast<float*>(x.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % (2 * half) < half) p[i] = p[i] / (1.0f + std::exp(-p[i]));
    }
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return gate * up;
}

}  // namespace tiny_llm
