#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    if (x.size() == 0) return x;
    const std::size_t rows = x.dimension() < 2 ? 1 : x.shape(0), columns = x.dimension() < 2 ? x.size() : x.shape(1);
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) y(i, j) = x(i, j) / (1.0f + std::exp(-x(i, j)));
    }
    return y;
}

}  // namespace tiny_llm
