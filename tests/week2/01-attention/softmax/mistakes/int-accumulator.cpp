#include "softmax.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = y.data() + start;
        const float largest = *std::max_element(row, row + width);
        for (std::size_t j = 0; j < width; ++j) row[j] = std::exp(row[j] - largest);
        const float sum = std::accumulate(row, row + width, 0);
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return y;
}

}  // namespace tiny_llm
