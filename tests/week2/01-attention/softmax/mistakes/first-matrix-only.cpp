#include "softmax.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = xt::zeros_like(x);
    const std::size_t width = x.shape().back(), rows = x.dimension() == 1 ? 1 : x.shape(0);
    if (x.size() == 0) return y;
    for (std::size_t r = 0; r < rows; ++r) {
        const float* from = x.data() + r * width;
        const float largest = *std::max_element(from, from + width);
        float* to = y.data() + r * width;
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) sum += to[j] = std::exp(from[j] - largest);
        for (std::size_t j = 0; j < width; ++j) to[j] /= sum;
    }
    return y;
}

}  // namespace tiny_llm
