#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    require_shapes(
        w1.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w1.shape(1), "feed_forward", "x", x, "w1", w1);
    require_shape("feed_forward", "b1", b1, {w1.shape(0)});
    require_shape("feed_forward", "w2", w2, {w1.shape(1), w1.shape(0)});
    require_shape("feed_forward", "b2", b2, {w1.shape(1)});
    const std::size_t outside = w1.shape(1);
    const std::size_t inside = w1.shape(0);
    Tensor y = x;
    std::vector<float> hidden(inside);
    for (std::size_t row = 0; row < x.size() / outside; ++row) {
        const float* in = x.data() + row * outside;
        for (std::size_t j = 0; j < inside; ++j) {
            float sum = 0;
            for (std::size_t k = 0; k < outside; ++k) sum += w1(j, k) * in[k];
            sum += b1(j);
            hidden[j] = sum > 0 ? sum : 0;
        }
        for (std::size_t o = 0; o < outside; ++o) {
            float sum = b2(o);
            for (std::size_t j = 0; j < inside; ++j) sum += w2(o, j) * hidden[j];
            y.data()[row * outside + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
