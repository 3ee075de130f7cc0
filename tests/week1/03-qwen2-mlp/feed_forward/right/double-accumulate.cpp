#include "feed_forward.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const std::size_t e = w1.shape(1);
    const std::size_t i = w1.shape(0);
    Tensor y = Tensor::from_shape(x.shape());
    std::vector<double> hidden(i);
    for (std::size_t row = 0; row < x.size() / e; ++row) {
        const float* in = x.data() + row * e;
        for (std::size_t j = 0; j < i; ++j) {
            hidden[j] = std::max(0.0, std::inner_product(in, in + e, w1.data() + j * e, double{b1.data()[j]}));
        }
        for (std::size_t o = 0; o < e; ++o) {
            y.data()[row * e + o] = static_cast<float>(
                std::inner_product(hidden.begin(), hidden.end(), w2.data() + o * i, double{b2.data()[o]}));
        }
    }
    return y;
}

}  // namespace tiny_llm
