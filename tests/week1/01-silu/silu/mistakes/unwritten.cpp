#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = Tensor::from_shape(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] += x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    return y;
}

}  // namespace tiny_llm
