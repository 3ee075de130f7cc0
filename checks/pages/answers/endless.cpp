#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = x;
    std::size_t i = 0;
    while (i < y.size()) {
        y.flat(i) = x.flat(i) / (1.0f + std::exp(-x.flat(i)));
    }
    return y;
}

}  // namespace tiny_llm
