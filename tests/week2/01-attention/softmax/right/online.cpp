#include "softmax.hpp"

#include <cmath>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    // Maximum and sum in one pass: the sum so far shrinks when a larger number comes (Milakov, Gimelshein 2018).
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        const float* row = x.data() + start;
        float largest = row[0], sum = 1.0f;
        for (std::size_t j = 1; j < width; ++j) {
            if (row[j] > largest) {
                sum = sum * std::exp(largest - row[j]) + 1.0f;
                largest = row[j];
            } else if (row[j] > -INFINITY) {
                sum += std::exp(row[j] - largest);
            }
        }
        for (std::size_t j = 0; j < width; ++j) y.data()[start + j] = std::exp(row[j] - largest) / sum;
    }
    return y;
}

}  // namespace tiny_llm
