#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) throw std::invalid_argument("silu_and_mul: an odd last axis");
    const std::size_t half = x.shape().back() / 2;
    Tensor y = Tensor::from_shape({x.size() / 2});
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float* pair = x.data() + i / half * 2 * half + i % half;
        y(i) = pair[0] * pair[half] / (1.0f + std::exp(-pair[half]));
    }
    return y;
}

}  // namespace tiny_llm
