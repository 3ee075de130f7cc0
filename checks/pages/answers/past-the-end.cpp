#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = x;
    for (std::size_t i = 0; i <= 10000000 * y.size(); ++i) {
        y.flat(i) = x.flat(i) / (1.0f + std::exp(-x.flat(i)));
    }
    return y;
}

}  // namespace tiny_llm
