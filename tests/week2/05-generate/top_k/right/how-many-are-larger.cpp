#include "top_k.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    Tensor y = logits;
    if (k == 0) return y;
    // A logit stays where fewer than k are larger.
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float mine = logits(i);
        const auto larger = std::count_if(logits.begin(), logits.end(), [mine](float other) { return other > mine; });
        if (static_cast<std::size_t>(larger) >= k) y(i) = -INFINITY;
    }
    return y;
}

}  // namespace tiny_llm
