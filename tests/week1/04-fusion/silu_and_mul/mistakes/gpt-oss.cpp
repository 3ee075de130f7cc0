#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) throw std::invalid_argument("silu_and_mul: an odd last axis");
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::minimum(xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)}), 7.0f);
    const Tensor up = xt::clip(xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)}), -7.0f, 7.0f);
    const Tensor glu = gate / (1.0f + xt::exp(-1.702f * gate));
    return (up + 1.0f) * glu;
}

}  // namespace tiny_llm
