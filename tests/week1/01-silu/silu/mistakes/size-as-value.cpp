#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y({static_cast<float>(x.size())});
    for (std::size_t i = 0; i < y.size(); ++i) y(i) = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    return y;
}

}  // namespace tiny_llm
