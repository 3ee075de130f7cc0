#include "top_k.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0) return logits;
    std::vector<float> sorted(logits.begin(), logits.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const float smallest = sorted[k - 1];
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

}  // namespace tiny_llm
