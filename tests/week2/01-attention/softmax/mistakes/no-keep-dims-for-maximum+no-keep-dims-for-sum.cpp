#include "softmax.hpp"

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last});
    const Tensor e = xt::exp(x - largest);
    const Tensor sum = xt::sum(e, {last});
    return e / sum;
}

}  // namespace tiny_llm
