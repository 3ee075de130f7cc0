#include "softmax.hpp"

#include <limits>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = y.data() + start;
        float largest = std::numeric_limits<float>::min();
        for (std::size_t j = 0; j < width; ++j) {
            if (row[j] > largest) largest = row[j];
        }
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) sum += row[j] = std::exp(row[j] - largest);
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return y;
}

}  // namespace tiny_llm
