// en: Gate and up are taken in turns, even elements and odd ones. Here they stand one after the
//     other: the first half of the row, then the second. (Some models do store them in turns.)
// zh: 这里按偶数、奇数位置交替取 gate 和 up。本题里它们是一前一后：先是整行的前一半，再是后一半。
//     （有的模型确实是交替存放的。）

#include "silu_and_mul.hpp"

#include <cmath>

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t half = x.shape().back() / 2;
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = half;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float gate = x.data()[2 * i];
        y.data()[i] = gate / (1.0f + std::exp(-gate)) * x.data()[2 * i + 1];
    }
    return y;
}

}  // namespace tiny_llm
