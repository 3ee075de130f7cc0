#include "feed_forward.hpp"

#include <algorithm>
#include <vector>

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    const std::size_t hidden = w1.shape(0);
    const std::size_t dim = x.shape().back();
    Tensor y = x;
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        std::vector<float> h(b1.data(), b1.data() + hidden);
        for (std::size_t j = 0; j < hidden; ++j) {
            for (std::size_t k = 0; k < dim; ++k) h[j] += w1.data()[j * dim + k] * x.data()[r * dim + k];
            h[j] = std::max(h[j], 0.0f);
        }
        for (std::size_t o = 0; o < dim; ++o) {
            float sum = b2.data()[o];
            for (std::size_t j = 0; j < hidden; ++j) sum += w2.data()[o * hidden + j] * h[j];
            y.data()[r * dim + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
