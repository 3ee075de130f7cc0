#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    // N.. x 2I as N.. x 2 x I
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = 2;
    shape.push_back(half);
    Tensor pairs = x;
    pairs.reshape(shape);
    const Tensor gate = xt::strided_view(pairs, {xt::ellipsis(), 0, xt::all()});
    const Tensor up = xt::strided_view(pairs, {xt::ellipsis(), 1, xt::all()});
    return up * gate / (1.0f + xt::exp(-gate));
}

}  // namespace tiny_llm
