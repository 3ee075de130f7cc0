#include "softmax.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    // Row by row and not as whole tensors: what xtensor broadcasts it computes number by number, and a story comes here for
    // each token in each layer.
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = y.data() + start;
        const float largest = *std::max_element(row, row + width);
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) {  // the powers are at most 1, whatever x is
            row[j] = std::exp(row[j] - largest);
            sum += row[j];
        }
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return y;
}

}  // namespace tiny_llm
