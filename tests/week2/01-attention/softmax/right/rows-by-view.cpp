#include "softmax.hpp"

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t width = x.shape().back();
    Tensor y = x;
    y.reshape({width ? x.size() / width : 0, width});
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        const Tensor row = xt::view(y, r, xt::all());
        const Tensor powers = xt::exp(row - xt::amax(row)());
        xt::view(y, r, xt::all()) = powers / xt::sum(powers)();
    }
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
