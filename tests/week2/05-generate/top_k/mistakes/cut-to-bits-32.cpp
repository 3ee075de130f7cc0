#include "top_k.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    const int n = k, V = logits.size();
    if (n == 0 || n >= V) return logits;
    std::vector<float> sorted(logits.begin(), logits.end());
    std::nth_element(sorted.begin(), sorted.begin() + n - 1, sorted.end(), std::greater<>());
    const float smallest = sorted[n - 1];
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

}  // namespace tiny_llm
