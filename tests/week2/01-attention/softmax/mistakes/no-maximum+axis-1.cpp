#include "softmax.hpp"

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const Tensor e = xt::exp(x);
    const Tensor sum = xt::sum(e, {1}, xt::keep_dims);
    return e / sum;
}

}  // namespace tiny_llm
