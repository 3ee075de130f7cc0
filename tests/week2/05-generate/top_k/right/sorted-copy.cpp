#include "top_k.hpp"

#include <algorithm>
#include <functional>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    if (k == 0) return logits;
    std::vector<float> sorted(logits.begin(), logits.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const float smallest = sorted[std::min(k, sorted.size()) - 1];
    Tensor y = logits;
    for (float& logit : y) {
        if (logit < smallest) logit = -INFINITY;
    }
    return y;
}

}  // namespace tiny_llm
