#include "top_k.hpp"

#include <functional>
#include <queue>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    // The k largest so far, the smallest of them on top.
    std::priority_queue<float, std::vector<float>, std::greater<>> largest;
    for (const float logit : logits) {
        largest.push(logit);
        if (largest.size() > k) largest.pop();
    }
    if (largest.empty()) return logits;  // k is 0
    Tensor y = xt::full_like(logits, -INFINITY);
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (logits(i) >= largest.top()) y(i) = logits(i);
    }
    return y;
}

}  // namespace tiny_llm
