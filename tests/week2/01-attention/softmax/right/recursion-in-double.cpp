#include "softmax.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = xt::empty<float>(x.shape());
    if (x.dimension() > 1) {
        for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = softmax(Tensor(xt::view(x, i)));
        return y;
    }
    double sum = 0;
    const double largest = xt::amax(x)();
    for (const float v : x) sum += std::exp(v - largest);
    std::transform(
        x.begin(), x.end(), y.begin(), [&](float v) { return static_cast<float>(std::exp(v - largest) / sum); });
    return y;
}

}  // namespace tiny_llm
