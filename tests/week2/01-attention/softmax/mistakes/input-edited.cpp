#include "softmax.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    float* data = const_cast<float*>(x.data());
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = data + start;
        const float largest = *std::max_element(row, row + width);
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) sum += row[j] = std::exp(row[j] - largest);
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return x;
}

}  // namespace tiny_llm
