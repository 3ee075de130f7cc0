#include "top_k.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    Tensor y = logits;
    std::sort(y.begin(), y.end(), std::greater<>());
    for (std::size_t i = k; i < y.size(); ++i) {
        if (y(i) < y(k - 1)) y(i) = -std::numeric_limits<float>::infinity();
    }
    return y;
}

}  // namespace tiny_llm
