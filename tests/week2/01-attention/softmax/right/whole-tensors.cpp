#include "softmax.hpp"

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    // Tensors and not auto: a reduction that is still lazy reads the wrong elements when it is broadcast.
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor powers = xt::exp(x - largest);  // at most 1, whatever x is
    const Tensor sum = xt::sum(powers, {last}, xt::keep_dims);
    return powers / sum;
}

}  // namespace tiny_llm
