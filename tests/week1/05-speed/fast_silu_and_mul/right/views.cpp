#include "fast_silu_and_mul.hpp"

namespace tiny_llm {

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    const std::size_t half = shape.back();
    const auto gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const auto up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    out = gate / (1.0f + xt::exp(-gate)) * up;
}

}  // namespace tiny_llm
